// The peers' vocabulary (vocabulary.h) as a user of fast-check would say it: a list of records and a function that makes a case
// of any such list. Measures it as measure.cc does:
//
//   fast_check_peer.js ORACLE generate SEED COUNT
//   fast_check_peer.js ORACLE find SIGNATURE SEED SEEDS CASES
//   fast_check_peer.js ORACLE shrink SIGNATURE SEED STARTS CASES
'use strict';
const {spawn} = require('child_process');
const readline = require('readline');
const fc = require('fast-check');

const MOST_CALLS = 8;
const MOST_OUTPUTS = 4;
const CONFIGS = {Activation: {activation: 'relu'}, Lambda: {function: 'two'}};

// Any such record is a case that Keras accepts; numbers are taken modulo what there is.
function grow({sizes, backwards, steps, outputs}) {
  const tensors = sizes.map((size, i) => ({name: `i${i}`, size}));
  const layers = [];
  const called = [];
  const calls = [];
  for (const {kind, units, again, first, second} of steps) {
    const inputs = [tensors[first % tensors.length]];
    if (kind === 'Add' || kind === 'Concatenate') {
      const partners = kind === 'Add' ? tensors.filter((tensor) => tensor.size === inputs[0].size) : tensors;
      inputs.push(partners[second % partners.length]);
    }
    const key = [kind, kind === 'Dense' ? units : 0, ...inputs.map((tensor) => tensor.size)].join();
    let layer = again ? called.lastIndexOf(key) : -1;
    if (layer < 0) {
      layer = layers.length;
      called.push(key);
      layers.push({class: kind, config: kind === 'Dense' ? {units} : CONFIGS[kind] || {}});
    }
    let size = inputs[0].size;
    if (kind === 'Dense') size = units;
    if (kind === 'Concatenate') size += inputs[1].size;
    for (let k = 0; k < (kind === 'Lambda' ? 2 : 1); ++k) tensors.push({name: `c${calls.length}.${k}`, size});
    calls.push({layer, inputs: inputs.map((tensor) => tensor.name)});
  }
  const names = sizes.map((_, i) => `i${i}`);
  return {
    clonecheck: 1,
    inputs: sizes.map((size) => ({shape: [null, size]})),
    layers,
    calls,
    model: {
      inputs: backwards ? names.reverse() : names,
      outputs: outputs.map((output) => tensors[output % tensors.length].name),
    },
  };
}

const size = fc.integer({min: 1, max: 3});
const number = fc.nat({max: 63});
const step = fc.record({
  kind: fc.constantFrom('Activation', 'Dense', 'Add', 'Concatenate', 'Lambda'),
  units: size,
  again: fc.boolean(),
  first: number,
  second: number,
});
const cases = fc.record({
  sizes: fc.array(size, {minLength: 1, maxLength: 2}),
  backwards: fc.boolean(),
  steps: fc.array(step, {maxLength: MOST_CALLS}),
  outputs: fc.array(number, {minLength: 1, maxLength: MOST_OUTPUTS}),
}).map(grow);

class Oracle {
  constructor(program, signature) {
    this.process = spawn(program, [signature], {stdio: ['pipe', 'pipe', 'inherit']});
    this.waiting = [];
    readline.createInterface({input: this.process.stdout}).on('line', (line) => this.waiting.shift()(JSON.parse(line)));
  }
  ask(value) {
    this.process.stdin.write(JSON.stringify(value) + '\n');
    return new Promise((resolve) => this.waiting.push(resolve));
  }
  end() {
    this.process.stdin.end();
  }
}

async function generate(oracle, seed, count) {
  const run = (numRuns) => fc.check(fc.property(cases, () => true), {seed, numRuns});
  run(1000);  // what is made once, or compiled when it is hot
  const start = process.cpuUsage();
  run(count);
  const {user, system} = process.cpuUsage(start);
  const line = {graphs: count, seconds: (user + system) / 1e6, sampled: Math.min(count, 5000), valid: 0, calls: 0, needed: 0};
  await fc.check(fc.asyncProperty(cases, async (value) => {
    const answer = await oracle.ask(value);
    for (const key of ['valid', 'calls', 'needed']) line[key] += Number(answer[key]);
  }), {seed, numRuns: line.sampled});
  return line;
}

// What was asked, and the number of the first case that shows it.
async function find(oracle, seed, numRuns, endOnFailure) {
  const asked = [];
  let first = null;
  const result = await fc.check(fc.asyncProperty(cases, async (value) => {
    asked.push(value);
    const {shows} = await oracle.ask(value);
    if (shows && first === null) first = asked.length;
    return !shows;
  }), {seed, numRuns, endOnFailure});
  return {asked, first, minimum: result.failed ? result.counterexample[0] : null};
}

async function main(program, task, ...rest) {
  const say = (value) => console.log(JSON.stringify(value));
  if (task === 'generate') {
    const oracle = new Oracle(program, 'keras-2.2.4/completes/-/-');
    say(await generate(oracle, ...rest.map(Number)));
    oracle.end();
    return;
  }
  const oracle = new Oracle(program, rest[0]);
  const [seed, seeds, most] = rest.slice(1).map(Number);
  for (let i = 0; i < seeds; ++i) {
    const {asked, first, minimum} = await find(oracle, seed + i, most, task === 'find');
    if (task === 'find') {
      say(first);
    } else if (first !== null) {
      say({start_calls: asked[first - 1].calls.length, questions: asked.length - first + 1, minimum});
    }
  }
  oracle.end();
}

main(...process.argv.slice(2));
