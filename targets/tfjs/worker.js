// The worker for TensorFlow.js: node worker.js. Protocol: docs/targets.md.
//
// TensorFlow.js has no clone_model; its operation is the JSON round trip. Statements are written and run one by one, as
// targets/python/graph_source.py does, and a printed script repeats them.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const readline = require('readline');

const PROTOCOL = 1;
const MAX_MESSAGE = 1000;
const MAX_OUTPUT = 4000;
const CONFIRM_SECONDS = 100;

// What a framework prints must not get between the answers.
console.log = console.info = console.warn = (...words) => console.error(...words);

const directory = process.env.CLONECHECK_TARGETS || path.join(os.homedir(), '.cache', 'clonecheck', 'targets');
const packagePath = path.join(directory, 'tfjs', 'node_modules', '@tensorflow', 'tfjs');
let tf;
try {
  tf = require(packagePath);
} catch (error) {
  console.error(`worker: ${error.message.split('\n')[0]}. Run tools/setup-targets tfjs to install it.`);
  process.exit(2);
}

// ---- What a Graph may name, and what is looked at: texts, run here and copied into scripts ---------------------------

const DEFINITIONS = {
  MultiOut: `
class MultiOut extends tf.layers.Layer {
  constructor(config) { super(config); this.n = config.n === undefined ? 2 : config.n; }
  call(inputs) {
    const x = Array.isArray(inputs) ? inputs[0] : inputs;
    return tf.tidy(() => Array.from({length: this.n}, (_, k) => x.mul(k + 2).add(k)));
  }
  computeOutputShape(shape) { return Array.from({length: this.n}, () => shape); }
  getConfig() { return Object.assign(super.getConfig(), {n: this.n}); }
  static get className() { return 'MultiOut'; }
}
tf.serialization.registerClass(MultiOut);`,
  Swap: `
class Swap extends tf.layers.Layer {
  call(inputs) { return [inputs[1], inputs[0]]; }
  computeOutputShape(shapes) { return [shapes[1], shapes[0]]; }
  static get className() { return 'Swap'; }
}
tf.serialization.registerClass(Swap);`,
  MaskProducer: `
class MaskProducer extends tf.layers.Layer {
  constructor(config) { super(config); this.supportsMasking = true; }
  call(inputs) { return tf.tidy(() => (Array.isArray(inputs) ? inputs[0] : inputs).mul(1)); }
  computeMask(inputs, mask) { return tf.tidy(() => tf.any(tf.notEqual(Array.isArray(inputs) ? inputs[0] : inputs, 0), -1)); }
  computeOutputShape(shape) { return shape; }
  static get className() { return 'MaskProducer'; }
}
tf.serialization.registerClass(MaskProducer);`,
};

const LOOKING = `
function partsOf(layer) {
  if (layer instanceof tf.Sequential || layer.layers) return layer.layers;
  if (layer.forwardLayer) return [layer.forwardLayer, layer.backwardLayer];
  return layer.layer ? [layer.layer] : [];
}
function allLayers(model) {
  const inner = partsOf(model).slice();
  if (model.layers && !(model instanceof tf.Sequential)) inner.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  return inner.flatMap((layer) => [layer, ...allLayers(layer)]);
}
function firstPlaces(things) { return things.map((thing) => things.indexOf(thing)); }
function variablesOf(model) {
  return [...new Set(allLayers(model).filter((layer) => !partsOf(layer).length).flatMap((layer) => layer.weights))];
}
function role(variable) { return variable.originalName.split('/').pop().replace(/_[0-9]+$/, ''); }
function layersOf(model) { return allLayers(model); }
// Without the order of layers, the numbers of calls, and what is said by leaving it out.
function plainConfig(config) {
  const plain = JSON.parse(JSON.stringify(config, (key, value) =>
    ['inboundNodes', 'inputLayers', 'outputLayers'].includes(key) || (key === 'dtype' && value === 'float32') ||
    (value === null && Number.isNaN(Number(key))) ? undefined : value));
  if (Array.isArray(plain.layers)) plain.layers.sort((a, b) => JSON.stringify(a.config) < JSON.stringify(b.config) ? -1 : 1);
  return plain;
}
const LOOKS = {
  weights: (model) => variablesOf(model).map((v) => [role(v), v.shape]),
  sharing: (model) => [layersOf(model).map((l) => l.name), firstPlaces(layersOf(model)),
    firstPlaces(layersOf(model).flatMap((l) => l.weights))],
  trainable: (model) => layersOf(model).map((l) => [l.name, l.trainable, l.trainableWeights.length]),
  dtypes: (model) => [model.inputs.map((t) => t.dtype), model.outputs.map((t) => t.dtype), layersOf(model).map((l) => [l.name, l.dtype || 'float32'])],
  shapes: (model) => [model.inputs.map((t) => t.shape), model.outputs.map((t) => t.shape)],
  config: (model) => plainConfig(model.getConfig()),
  names: (model) => [model.getClassName(), model.name, layersOf(model).map((l) => [l.name, l.getClassName()])],
  output_names: (model) => model.outputNames,
  input_names: (model) => model.inputNames,
};
function setWeights(model) {
  variablesOf(model).forEach((v, i) => v.write(tf.tensor(draw(2 * i + 1, v.shape.reduce((a, b) => a * b, 1),
    (n) => { const x = 0.25 + 0.75 * n; return role(v).includes('variance') || n < 0.5 ? x : -x; }), v.shape)));
}
function draw(stream, size, of) {
  let state = (SEED + 0x9e3779b9 * (stream + 1)) >>> 0;
  return Array.from({length: size}, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return of(((t ^ (t >>> 14)) >>> 0) / 4294967296);
  });
}
function inputsFor(model) {
  const fixed = model.inputs.map((t) => t.shape[0]).find((n) => n !== null && n !== undefined) || 3;
  return model.inputs.map((t, i) => {
    const shape = t.shape.map((n, axis) => n === null ? (axis === 0 ? fixed : 4) : n);
    const size = shape.reduce((a, b) => a * b, 1);
    const whole = t.dtype !== 'float32';
    const values = draw(2 * i, size, (n) => whole ? Math.floor(3 * n) : 2 * n - 1);
    const last = shape[shape.length - 1] || 1;
    if (!whole && shape.length > 1) {
      // The last sample is zero, and the first step of each, so that masks mask something.
      values.forEach((_, j) => { if (j >= size - size / shape[0] || (shape.length > 2 && j % (size / shape[0]) < last)) values[j] = 0; });
    }
    return tf.tensor(values, shape, t.dtype);
  });
}
function outputs(model) {
  setWeights(model);
  return tf.tidy(() => {
    const inputs = inputsFor(model);
    const found = model.apply(inputs.length === 1 ? inputs[0] : inputs, {training: false});
    return (Array.isArray(found) ? found : [found]).map((t) => ({shape: t.shape, dtype: t.dtype,
      values: Array.from(t.dataSync()).map((x) => Number.isFinite(x) ? x : {$float: String(x)})}));
  });
}
LOOKS.outputs = outputs;
`;

const OPERATIONS = `
const OPERATIONS = {
  roundtrip: (model) => tf.models.modelFromJSON(model.toJSON(null, false)),
  roundtrip_twice: async (model) => tf.models.modelFromJSON((await tf.models.modelFromJSON(model.toJSON(null, false))).toJSON(null, false)),
  save_and_load: async (model) => {
    let saved;
    await model.save(tf.io.withSaveHandler(async (artifacts) => {
      saved = artifacts;
      return {modelArtifactsInfo: {dateSaved: new Date(0), modelTopologyType: 'JSON'}};
    }));
    return tf.loadLayersModel(tf.io.fromMemory(saved));
  },
};
`;
const KEEPS = ['save_and_load'];
const VALUES = ['outputs'];

// ---- Graphs as statements --------------------------------------------------------------------------------------------

class Unsupported extends Error {}

// Class names of Keras and what TensorFlow.js calls them; the rest begins with a small letter.
const FACTORY = {
  PReLU: 'prelu', ELU: 'elu', ReLU: 'reLU', LeakyReLU: 'leakyReLU', ThresholdedReLU: 'thresholdedReLU', GRU: 'gru', LSTM: 'lstm',
  SimpleRNN: 'simpleRNN', ActivityRegularization: null, Lambda: null, RNN: null, MultiOutMasked: null, InputLayer: 'inputLayer',
  Model: 'Model', Sequential: 'Sequential',
};
const OWN = Object.keys(DEFINITIONS);
function factory(name) {
  if (name in FACTORY) return FACTORY[name];
  const guess = name[0].toLowerCase() + name.slice(1);
  return [guess, guess.replace(/D$/, 'd')].find((one) => typeof tf.layers[one] === 'function') || null;
}
const ALL = ['Activation', 'ActivityRegularization', 'Add', 'AlphaDropout', 'Average', 'AveragePooling1D', 'AveragePooling2D',
  'BatchNormalization', 'Bidirectional', 'Concatenate', 'Conv1D', 'Conv2D', 'Cropping2D', 'Dense', 'DepthwiseConv2D', 'Dot', 'Dropout',
  'ELU', 'Embedding', 'Flatten', 'GRU', 'GaussianDropout', 'GaussianNoise', 'GlobalAveragePooling1D', 'GlobalMaxPooling1D', 'LSTM',
  'LeakyReLU', 'Masking', 'MaxPooling1D', 'MaxPooling2D', 'Maximum', 'Minimum', 'Model', 'Multiply', 'PReLU', 'Permute', 'ReLU',
  'RepeatVector', 'Reshape', 'Sequential', 'SimpleRNN', 'Softmax', 'SpatialDropout1D', 'ThresholdedReLU', 'TimeDistributed',
  'UpSampling2D', 'ZeroPadding2D', 'Conv3D', 'MaxPooling3D', 'AveragePooling3D', 'Cropping1D', 'ZeroPadding1D', 'UpSampling1D',
  'GlobalAveragePooling2D', 'GlobalMaxPooling2D', 'SeparableConv2D', 'Conv2DTranspose', 'SpatialDropout2D', 'SpatialDropout3D'];

// Words that TensorFlow.js writes in its own way.
const WORDS = {channels_first: 'channelsFirst', channels_last: 'channelsLast', hard_sigmoid: 'hardSigmoid'};
function camel(key) { return key.replace(/_([a-z0-9])/g, (_, c) => c.toUpperCase()); }

class Statements {
  constructor(graph) {
    this.graph = graph;
    this.lines = [];
    this.place = 'input';
    this.multiple = {};
    this.names = {};
  }

  // Runs `NAME = EXPRESSION` with what was named before.
  say(name, expression) {
    this.lines.push(`const ${name} = ${expression};`);
    const known = Object.keys(this.names);
    this.names[name] = new Function('tf', ...OWN, ...known, `return ${expression};`)(
        tf, ...OWN.map((own) => classes[own]), ...known.map((one) => this.names[one]));
    return this.names[name];
  }

  run() {
    const {graph} = this;
    graph.inputs.forEach((decl, i) => {
      if (decl.sparse) throw new Unsupported('a sparse input');
      const dtype = (decl.dtype || 'float32') === 'float32' ? 'float32' : 'int32';
      this.say(`i${i}`, `tf.input(${JSON.stringify({batchShape: decl.shape, dtype, ...(decl.name ? {name: decl.name} : {})})})`);
    });
    const end = graph.model.position === undefined ? graph.calls.length : graph.model.position;
    for (let position = 0; position <= graph.calls.length; ++position) {
      graph.layers.forEach((decl, i) => {
        if ((decl.position || 0) === position) {
          this.place = 'layer';
          this.makeLayer(i, decl);
        }
      });
      if (position === end) {
        this.place = 'model';
        this.makeModel(graph.model);
      }
      if (position < graph.calls.length) {
        this.place = `call ${position}`;
        this.call(position, graph.calls[position]);
      }
    }
    return this.names.model;
  }

  tensor(ref) {
    if (ref[0] === 'i') return ref;
    const [call, index] = ref.split('.');
    if (!this.multiple[call]) {
      if (index && index !== '0') throw new Unsupported('an output of a layer with one');
      return call;
    }
    return `${call}[${index || 0}]`;
  }

  tensors(refs) { return refs.length === 1 ? this.tensor(refs[0]) : `[${refs.map((ref) => this.tensor(ref)).join(', ')}]`; }

  makeModel(decl) {
    if (decl.layer !== undefined) {
      this.say('model', `l${decl.layer}`);
      return;
    }
    this.say('model', `tf.model({inputs: ${this.tensors(decl.inputs)}, outputs: ${this.tensors(decl.outputs)}${
        decl.name ? `, name: ${JSON.stringify(decl.name)}` : ''}})`);
  }

  makeLayer(i, decl) {
    const config = {};
    for (const [key, value] of Object.entries(decl.config || {})) {
      if (value && typeof value === 'object' && '$float' in value) throw new Unsupported('a number that JSON does not have');
      config[camel(key)] = WORDS[value] || value;
    }
    if (decl.name) config.name = decl.name;
    if (decl.trainable === false) config.trainable = false;
    const more = [];
    const children = (decl.children || []).map((child) => `l${child}`);
    let make;
    if (decl.class === 'Model') {
      make = 'tf.model';
      more.push(`inputs: ${this.tensors(decl.inputs)}`, `outputs: ${this.tensors(decl.outputs)}`);
    } else if (decl.class === 'Sequential') {
      make = 'tf.sequential';
      more.push(`layers: [${children.join(', ')}]`);
    } else if (OWN.includes(decl.class)) {
      make = `new ${decl.class}`;
    } else {
      const name = factory(decl.class);
      if (!name) throw new Unsupported(`layer class ${decl.class}`);
      make = `tf.layers.${name}`;
      if (children.length) more.push(`layer: ${children[0]}`);
    }
    const entries = Object.entries(config).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    this.say(`l${i}`, `${make}({${[...more, ...entries].join(', ')}})`);
  }

  call(i, decl) {
    const words = [];
    for (const kwarg of decl.kwargs || []) {
      if (kwarg.tensor || kwarg.tensors) throw new Unsupported(`the keyword ${kwarg.name} with tensors`);
      if (kwarg.name === 'mask' && kwarg.value === null) continue;
      words.push(`${camel(kwarg.name)}: ${JSON.stringify(kwarg.value)}`);
    }
    const given = decl.as_list && decl.inputs.length === 1 ? `[${this.tensor(decl.inputs[0])}]` : this.tensors(decl.inputs);
    const result = this.say(`c${i}`, `l${decl.layer}.apply(${given}${words.length ? `, {${words.join(', ')}}` : ''})`);
    this.multiple[`c${i}`] = Array.isArray(result);
  }
}

// ---- Steps -----------------------------------------------------------------------------------------------------------

const classes = new Function('tf', `${Object.values(DEFINITIONS).join('\n')}\nreturn {${OWN.join(', ')}};`)(tf);
const tools = new Function('tf', 'seed', `let SEED = 1;\n${LOOKING}\n${OPERATIONS}
return {LOOKS, OPERATIONS, setWeights, variablesOf, seed: (value) => { SEED = value; }};`)(tf);

function normal(text) { return String(text).replace(/(\/[\w.+-]+)+\/(?=[\w.-]+)/g, '').slice(0, MAX_MESSAGE); }

// `where`: the innermost named function of TensorFlow.js.
function raised(error) {
  const line = String(error.stack || '').split('\n').find((one) => one.includes('@tensorflow') && /at (new )?[\w.$<>]+ \(/.test(one)) || '';
  const where = (/at (?:async )?(?:new )?([\w.$<>]+) \(/.exec(line) || ['', ''])[1];
  return {type: error.name || 'Error', message: normal(error.message || error), where, explicit: false};
}

class Case {
  constructor(request) {
    this.statements = new Statements(request.graph);
    tools.seed(seedOf(request.seed));
    this.computes = false;
  }

  looks(model, names) {
    const found = {};
    for (const name of names) found[name] = tools.LOOKS[name](model);
    return found;
  }

  async build() {
    this.model = this.statements.run();
    if (!this.model.built && !(this.model.outputs || []).length) throw new Unsupported('a model without outputs');
    const looks = {};
    for (const name of Object.keys(tools.LOOKS)) {
      if (VALUES.includes(name)) continue;
      try {
        looks[name] = tools.LOOKS[name](this.model);
      } catch (error) {
        if (name === 'shapes') throw new Unsupported('a model without outputs');
      }
    }
    this.seen = Object.keys(looks);
    return {looks};
  }

  async predict() {
    const first = this.looks(this.model, VALUES), second = this.looks(this.model, VALUES);
    this.computes = true;
    return {looks: first, deterministic: JSON.stringify(first) === JSON.stringify(second)};
  }

  async operate(step) {
    const result = {};
    if (this.computes) tools.setWeights(this.model);
    const values = () => tools.variablesOf(this.model).map((v) => Array.from(v.read().dataSync()));
    const itself = () => JSON.stringify([this.looks(this.model, this.seen), values()]);
    const before = itself(), kept = values();
    const made = await tools.OPERATIONS[step](this.model);
    const after = itself();
    if (before !== after) result.touched = [JSON.parse(before), JSON.parse(after)];
    const own = tools.variablesOf(this.model);
    result.shared = tools.variablesOf(made).filter((v) => own.includes(v)).map((v) => v.name);
    if (KEEPS.includes(step)) result.kept = [kept, tools.variablesOf(made).map((v) => Array.from(v.read().dataSync()))];
    result.looks = this.looks(made, this.seen);
    if (this.computes) {
      try {
        Object.assign(result.looks, this.looks(made, VALUES));
      } catch (error) {
        result.unusable = raised(error);
      }
    }
    return result;
  }

  async step(name) {
    try {
      return {result: await (name === 'build' || name === 'predict' ? this[name]() : this.operate(name))};
    } catch (error) {
      if (error instanceof Unsupported) return {unsupported: error.message};
      return {raised: raised(error)};
    }
  }
}

// The low 32 bits; a JSON number of this size has no more that can be trusted.
function seedOf(seed) { return Number(BigInt(Math.floor(Number(seed || 1))) % 4294967296n); }

function script(request) {
  const one = new Case(request);
  one.statements.run();
  const used = OWN.filter((own) => request.graph.layers.some((layer) => layer.class === own));
  const check = {
    raised: `try { await OPERATIONS.STEP(model); } catch (error) { console.log('STEP raised', error.message); process.exit(1); }
  console.log('STEP raised nothing');`,
    unusable: `const made = await OPERATIONS.STEP(model);
  try { LOOKS.outputs(made); } catch (error) { console.log('What STEP made raised', error.message); process.exit(1); }
  console.log('what STEP made works');`,
    shared: `const made = await OPERATIONS.STEP(model);
  const shared = variablesOf(made).filter((v) => variablesOf(model).includes(v)).map((v) => v.name);
  if (shared.length) { console.log('shared:', shared); process.exit(1); }`,
    kept: `setWeights(model);
  const values = (m) => JSON.stringify(variablesOf(m).map((v) => Array.from(v.read().dataSync())));
  const before = values(model), after = values(await OPERATIONS.STEP(model));
  if (before !== after) { console.log('before:', before, '\\nafter: ', after); process.exit(1); }`,
    touched: `const itself = () => JSON.stringify(['weights', 'sharing', 'trainable', 'dtypes', 'shapes', 'config', 'names'].map((name) => LOOKS[name](model)));
  const before = itself();
  await OPERATIONS.STEP(model);
  if (before !== itself()) { console.log('before:', before, '\\nafter: ', itself()); process.exit(1); }`,
  }[request.look] || `const expected = LOOKS.LOOK(model);
  const found = LOOKS.LOOK(await OPERATIONS.STEP(model));
  if (!close(expected, found)) {
    console.log('LOOK differs after STEP\\nof the original:', JSON.stringify(expected), '\\nand after it:   ', JSON.stringify(found));
    process.exit(1);
  }
  console.log('no difference');`;
  return `// ${request.title || ''}
// Versions: TensorFlow.js ${tf.version.tfjs}, Node.js ${process.version}. To run it: npm install @tensorflow/tfjs@${tf.version.tfjs}
// Exit code: 0 it does not show here, 1 it shows, 2 the original does not work.
'use strict';
const tf = require('@tensorflow/tfjs');
const SEED = ${seedOf(request.seed)};
${used.map((own) => DEFINITIONS[own]).join('\n')}
${LOOKING}${OPERATIONS}
function close(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a === b || Math.abs(a - b) <= 1e-5 + 1e-4 * Math.abs(b);
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && close(a[key], b[key]));
}

function build() {
${one.statements.lines.map((line) => `  ${line}`).join('\n')}
  return model;
}

(async () => {
  let model;
  try { model = build(); } catch (error) { console.log('The original does not work:', error.message); process.exit(2); }
  ${check.replace(/STEP/g, request.step).replace(/LOOK\b/g, request.look)}
})().catch((error) => { console.error(error); process.exit(3); });
`;
}

// Runs a script in a fresh process.
function confirm(text) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'finding-'));
  try {
    const file = path.join(folder, 'finding.js');
    fs.writeFileSync(file, text);
    const run = spawnSync(process.execPath, [file], {
      cwd: folder, encoding: 'utf8', timeout: CONFIRM_SECONDS * 1000,
      env: {...process.env, NODE_PATH: path.join(directory, 'tfjs', 'node_modules')},
    });
    const bad = run.status === 0 || run.status === 1 || run.status === 2 ? '' : run.stderr;
    return {exit_code: run.status, output: (run.stdout + bad).trim().slice(0, MAX_OUTPUT)};
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
}

async function answer(request) {
  if (request.operation === 'hello') {
    return {hello: {layers: ALL.filter((name) => factory(name)).concat(OWN), calls_input_layers: false,
                    steps: ['build', 'predict', ...Object.keys(tools.OPERATIONS)], variants: []}};
  }
  if (request.operation === 'script') return {script: script(request)};
  if (request.operation === 'confirm') return confirm(request.script);
  const steps = {};
  const one = new Case(request);
  tf.engine().startScope();
  try {
    for (const name of request.steps) {
      if (name !== 'build' && name !== 'predict' && !(name in tools.OPERATIONS)) {
        steps[name] = {unsupported: `no step ${name}`};
        continue;
      }
      if (name !== 'build' && !(steps.build && steps.build.result)) continue;
      steps[name] = await one.step(name);
      if (name === 'build' && steps[name].raised) steps[name].raised.at = one.statements.place;
    }
  } finally {
    tf.engine().endScope();
    tf.disposeVariables();
  }
  return {steps, memory_mb: Math.round(process.memoryUsage().rss / 1048576)};
}

async function main() {
  await tf.setBackend('cpu');
  const versions = {tfjs: tf.version.tfjs, node: process.version};
  for await (const line of readline.createInterface({input: process.stdin})) {
    const result = {protocol: PROTOCOL, versions};
    try {
      const request = JSON.parse(line);
      result.id = request.id;
      if (request.protocol !== PROTOCOL) result.error = `this worker speaks protocol ${PROTOCOL}`;
      else Object.assign(result, await answer(request));
    } catch (error) {
      console.error(error);
      result.error = `${error.name}: ${error.message}`;
    }
    fs.writeSync(1, JSON.stringify(result) + '\n');
  }
}

main();
