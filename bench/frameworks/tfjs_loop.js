// loop.py for TensorFlow.js, set up as its worker is. It has no clone_model: its operation is the round trip through JSON, in memory.
'use strict';

const path = require('path');
const readline = require('readline');
const {folder} = require('../../targets/tfjs/folder.js');
const {Case, framework} = require('../../targets/tfjs/steps.js');
const {Unsupported} = require('../../targets/tfjs/graph_source.js');

console.log = console.info = console.warn = () => {};
const tf = require(path.join(folder(), 'tfjs', 'node_modules', '@tensorflow', 'tfjs'));
const kit = framework(tf);

function close(a, b) {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => close(x, b[i]));
  if (a && b && typeof a === 'object' && typeof b === 'object') return Object.keys(a).every((key) => close(a[key], b[key]));
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-5 + 1e-4 * Math.abs(b);
  return a === b;
}

async function judge(request) {
  const {LOOKS, OPERATIONS} = kit.tools;
  let model, before, clone, after;
  try {
    model = new Case(kit, request).statements.run();
    if (!model.built && !(model.outputs || []).length) return 'unsupported';
    before = LOOKS.outputs(model);
  } catch (error) {
    return error instanceof Unsupported ? 'unsupported' : 'refused';
  }
  try {
    clone = await OPERATIONS.roundtrip(model);
  } catch (error) {
    return 'raised';
  }
  try {
    after = LOOKS.outputs(clone);
  } catch (error) {
    return 'unusable';
  }
  return close(before, after) ? 'agree' : 'differ';
}

async function main() {
  await tf.setBackend('cpu');
  process.stdout.write(`${JSON.stringify({versions: {'TensorFlow.js': tf.version.tfjs, 'Node.js': process.version.slice(1)}})}\n`);
  for await (const line of readline.createInterface({input: process.stdin})) {
    tf.engine().startScope();
    const verdict = await judge(JSON.parse(line));
    tf.engine().endScope();
    tf.disposeVariables();
    process.stdout.write(`${JSON.stringify({verdict})}\n`);
  }
}

main();
