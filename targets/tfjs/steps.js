// The steps of a case: build, predict, and the operations under test. Answers hold facts; what they mean is decided by who asked
// (targets/hunt_verdict.cc). The limit of time is timekeeper.js's.
'use strict';

const {Statements, Unsupported} = require('./graph_source.js');
const {DEFINITIONS, LOOKING, OPERATIONS, KEEPS, VALUES} = require('./texts.js');

const MAX_MESSAGE = 1000;

// What the texts make, with this `tf`.
function framework(tf) {
  const own = Object.keys(DEFINITIONS);
  const classes = new Function('tf', `${Object.values(DEFINITIONS).join('\n')}\nreturn {${own.join(', ')}};`)(tf);
  const tools = new Function('tf', `let SEED = 1;\n${LOOKING}\n${OPERATIONS}
return {LOOKS, OPERATIONS, setWeights, variablesOf, valuesOf, itself, seed: (value) => { SEED = value; }};`)(tf);
  return {tf, classes, tools};
}

// The low 32 bits; a JSON number of this size has no more that can be trusted.
function seedOf(seed) { return Number(BigInt(Math.floor(Number(seed || 1))) % 4294967296n); }

function normal(text) { return String(text).replace(/(\/[\w.+-]+)+\/(?=[\w.-]+)/g, '').slice(0, MAX_MESSAGE); }

// `where`: the innermost named function of TensorFlow.js.
function raised(error) {
  const line = String(error.stack || '').split('\n').find(
      (one) => one.includes('@tensorflow') && /at (async )?(new )?[\w.$<>]+ \(/.test(one) && !/at new \w*Error \(/.test(one)) || '';
  const where = (/at (?:async )?(?:new )?([\w.$<>]+) \(/.exec(line) || ['', ''])[1];
  return {type: error.name || 'Error', message: normal(error.message || error), where, explicit: false};
}

// One Graph and what was made of it; a method a step.
class Case {
  constructor(framework, request) {
    this.tools = framework.tools;
    this.statements = new Statements(framework.tf, framework.classes, request.graph, request.variants || []);
    this.tools.seed(seedOf(request.seed));
    this.values = [];  // looks that the original admits when run
  }

  looks(model, names) {
    const found = {};
    for (const name of names) found[name] = this.tools.LOOKS[name](model);
    return found;
  }

  build() {
    this.model = this.statements.run();
    if (!this.model.built && !(this.model.outputs || []).length) throw new Unsupported('a model without outputs');
    const looks = {};
    for (const name of Object.keys(this.tools.LOOKS)) {
      if (VALUES.includes(name)) continue;
      try {
        looks[name] = this.tools.LOOKS[name](this.model);
      } catch (error) {
        if (name === 'shapes') throw new Unsupported('a model without outputs');
      }
    }
    this.seen = Object.keys(looks);
    return {looks};
  }

  predict() {
    // Masks, where the original can tell them; outputs it must.
    this.values = VALUES.filter((name) => {
      try {
        return this.tools.LOOKS[name](this.model);
      } catch (error) {
        if (name === 'outputs') throw error;
        return false;
      }
    });
    const first = this.looks(this.model, this.values), second = this.looks(this.model, this.values);
    return {looks: first, deterministic: JSON.stringify(first) === JSON.stringify(second)};
  }

  async operate(step) {
    const {LOOKS, OPERATIONS, setWeights, variablesOf, valuesOf, itself} = this.tools;
    const result = {};
    if (this.values.length) setWeights(this.model);
    const kept = valuesOf(this.model), before = itself(this.model, this.seen);
    const made = await OPERATIONS[step](this.model);
    const after = itself(this.model, this.seen);
    if (before !== after) result.touched = [JSON.parse(before), JSON.parse(after)];
    const own = variablesOf(this.model);
    result.shared = variablesOf(made).filter((v) => own.includes(v)).map((v) => v.name);
    if (KEEPS.includes(step)) result.kept = [kept, valuesOf(made)];
    result.looks = this.looks(made, this.seen);
    try {
      for (const name of this.values) result.looks[name] = LOOKS[name](made);
    } catch (error) {
      result.unusable = raised(error);
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

module.exports = {Case, framework, seedOf};
