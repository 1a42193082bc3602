// The thread of the worker for TensorFlow.js in which the framework is.
//
// TensorFlow.js has no clone_model; its operation is the JSON round trip, in memory and through save handlers.
'use strict';

const fs = require('fs');
const path = require('path');
const util = require('util');
const {parentPort, workerData} = require('worker_threads');
const {folder} = require('./folder.js');
const {ALL, DRAWN, OWN, Unsupported, factory} = require('./graph_source.js');
const {confirm, script} = require('./script.js');
const {Case, framework} = require('./steps.js');
const {serve} = require('./timekeeper.js');

const PROTOCOL = 1;

// What a framework prints must not get between the answers, nor wait for the other thread.
console.log = console.info = console.warn = console.error = (...words) => fs.writeSync(2, `${util.format(...words)}\n`);

// Another release, if somebody says where it is.
const modules = path.join(process.argv[2] || path.join(folder(), 'tfjs'), 'node_modules');
let tf;
try {
  tf = require(path.join(modules, '@tensorflow', 'tfjs'));
} catch (error) {
  console.error(`worker: ${error.message.split('\n')[0]}. Run tools/setup-targets tfjs to install it.`);
  process.exit(2);
}
const kit = framework(tf);

async function answer(request, begins) {
  if (request.operation === 'hello') {
    return {hello: {layers: ALL.filter((name) => factory(tf, name)).concat(OWN), calls_input_layers: false,
                    steps: ['build', 'predict', ...Object.keys(kit.tools.OPERATIONS)], variants: DRAWN}};
  }
  if (request.operation === 'script') {
    try {
      return {script: script(kit, request)};
    } catch (error) {
      if (error instanceof Unsupported) return {unsupported: error.message};
      throw error;
    }
  }
  if (request.operation === 'confirm') return confirm(request.script, modules);
  const begin = process.hrtime.bigint();
  const steps = {};
  const one = new Case(kit, request);
  tf.engine().startScope();
  try {
    for (const [place, name] of request.steps.entries()) {
      if (name !== 'build' && name !== 'predict' && !(name in kit.tools.OPERATIONS)) {
        steps[name] = {unsupported: `no step ${name}`};
        continue;
      }
      if (name !== 'build' && !(steps.build && steps.build.result)) continue;
      begins(place);
      steps[name] = await one.step(name);
      if (name === 'build' && steps[name].raised) steps[name].raised.at = one.statements.place;
    }
  } finally {
    tf.engine().endScope();
    tf.disposeVariables();
  }
  return {steps, seconds: Number(process.hrtime.bigint() - begin) / 1e9, memory_mb: Math.round(process.memoryUsage().rss / 1048576)};
}

// The line that answers a line.
async function line(versions, text, begins) {
  const result = {protocol: PROTOCOL, versions};
  try {
    const request = JSON.parse(text);
    result.id = request.id;
    if (request.protocol !== PROTOCOL) result.error = `this worker speaks protocol ${PROTOCOL}`;
    else Object.assign(result, await answer(request, begins));
  } catch (error) {
    console.error(error);
    result.error = `${error.name}: ${error.message}`;
  }
  return JSON.stringify(result);
}

const ready = tf.setBackend('cpu');
const versions = {tfjs: tf.version.tfjs, node: process.version};
serve(parentPort, workerData, async (text, begins) => {
  await ready;
  return line(versions, text, begins);
});
