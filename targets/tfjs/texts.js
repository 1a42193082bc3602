// What a Graph may name, what is looked at, and the operations under test: texts, run by the worker and copied into printed scripts,
// so that both do the same. They stand after `tf` and `SEED`.
'use strict';

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
function valuesOf(model) { return variablesOf(model).map((v) => Array.from(v.read().dataSync())); }
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
function masks(model) {
  return tf.tidy(() => {
    const found = model.computeMask(inputsFor(model), null);
    return (Array.isArray(found) ? found : [found]).map((t) => t ? {shape: t.shape, values: Array.from(t.dataSync())} : null);
  });
}
LOOKS.masks = masks;
// What an operation must leave as it is.
function itself(model, names) {
  return JSON.stringify([names.map((name) => LOOKS[name](model)), valuesOf(model)]);
}
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
// Operations that keep the values of weights.
const KEEPS = ['save_and_load'];
// Looks that take running the model.
const VALUES = ['outputs', 'masks'];

module.exports = {DEFINITIONS, LOOKING, OPERATIONS, KEEPS, VALUES};
