// A Graph (the case JSON of core/graph/json.h) as statements, each run as it is written, as targets/python/graph_source.py does: whether
// a layer gives an array is known only then, and the text is what a printed script holds.
'use strict';

const {DEFINITIONS} = require('./texts.js');

class Unsupported extends Error {}

// Class names of Keras and what TensorFlow.js calls them; the rest begins with a small letter.
const FACTORY = {
  PReLU: 'prelu', ELU: 'elu', ReLU: 'reLU', LeakyReLU: 'leakyReLU', ThresholdedReLU: 'thresholdedReLU', GRU: 'gru', LSTM: 'lstm',
  SimpleRNN: 'simpleRNN', ActivityRegularization: null, Lambda: null, RNN: null, MultiOutMasked: null, InputLayer: 'inputLayer',
  Model: 'Model', Sequential: 'Sequential',
};
const OWN = Object.keys(DEFINITIONS);
function factory(tf, name) {
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

// Ways to make the model under test that a Graph cannot say. On top of an output:
const ON_TOP = {
  sequential_with_input: (t) => `tf.sequential({layers: [tf.layers.dense({units: 2, inputShape: ${t}.shape.slice(1)})]}).apply(${t})`,
  sequential_in_sequential: (t) => `tf.sequential({layers: [tf.sequential({layers: [tf.layers.dense({units: 2, inputShape: ${
      t}.shape.slice(1)})]}), tf.layers.dense({units: 1})]}).apply(${t})`,
  sequential_twice: (t) => `((s) => (s.apply(${t}), s.apply(${t})))(tf.sequential({layers: [tf.layers.dense({units: 2, inputShape: ${
      t}.shape.slice(1)})]}))`,
  sequential_popped: (t) => `((s) => (s.pop(), s.apply(${t})))(tf.sequential({layers: [tf.layers.dense({units: 2, inputShape: ${
      t}.shape.slice(1)}), tf.layers.dense({units: 3})]}))`,
};
// And when all is built:
const AFTERWARDS = {
  half_frozen: 'model.layers.forEach((layer, i) => { if (i % 2) layer.trainable = false; })',
  frozen: 'model.trainable = false',
  renamed: "model.layers.forEach((layer, i) => { if (i % 2) layer.name = 'renamed_' + layer.name; })",
};
const VARIANTS = [...Object.keys(ON_TOP), ...Object.keys(AFTERWARDS)];
// Those to be drawn. What became of a renamed layer (J9 of docs/findings.md) often never ends, which is known, and takes a step's whole
// time: a hunt would do little else.
const DRAWN = VARIANTS.filter((name) => name !== 'renamed');

class Statements {
  // `classes`: those of DEFINITIONS, made.
  constructor(tf, classes, graph, variants) {
    const unknown = variants.find((name) => !VARIANTS.includes(name));
    if (unknown) throw new Unsupported(`variant ${unknown}`);
    this.tf = tf;
    this.classes = classes;
    this.variants = variants;
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
        this.tf, ...OWN.map((own) => this.classes[own]), ...known.map((one) => this.names[one]));
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
    this.variants.filter((name) => name in AFTERWARDS).forEach((name, i) => this.say(`done${i}`, AFTERWARDS[name]));
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
    const outputs = decl.outputs.map((ref, i) => this.onTop(this.tensor(ref), i));
    this.say('model', `tf.model({inputs: ${this.tensors(decl.inputs)}, outputs: ${outputs.length === 1 ? outputs[0] : `[${outputs.join(', ')}]`}${
        decl.name ? `, name: ${JSON.stringify(decl.name)}` : ''}})`);
  }

  // An output's tensor, or what the variants put on top of it; not on an input, which need not be of numbers.
  onTop(tensor, i) {
    if (/^i\d+$/.test(tensor)) return tensor;
    return this.variants.filter((name) => name in ON_TOP).reduce((below, name, j) => {
      this.say(`t${i}_${j}`, ON_TOP[name](below));
      return `t${i}_${j}`;
    }, tensor);
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
      const name = factory(this.tf, decl.class);
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

module.exports = {ALL, DRAWN, OWN, Statements, Unsupported, factory};
