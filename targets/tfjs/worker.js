// The worker for TensorFlow.js: node worker.js. Protocol: docs/targets.md.
//
// TensorFlow.js has no clone_model; its operation is the JSON round trip, in memory and through save handlers.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const {ALL, DRAWN, OWN, Unsupported, factory} = require('./graph_source.js');
const {confirm, script} = require('./script.js');
const {Case, framework} = require('./steps.js');

const PROTOCOL = 1;

// What a framework prints must not get between the answers.
console.log = console.info = console.warn = (...words) => console.error(...words);

const directory = process.env.CLONECHECK_TARGETS || path.join(os.homedir(), '.cache', 'clonecheck', 'targets');
// Another release, if somebody says where it is.
const modules = path.join(process.argv[2] || path.join(directory, 'tfjs'), 'node_modules');
let tf;
try {
  tf = require(path.join(modules, '@tensorflow', 'tfjs'));
} catch (error) {
  console.error(`worker: ${error.message.split('\n')[0]}. Run tools/setup-targets tfjs to install it.`);
  process.exit(2);
}
const kit = framework(tf);

async function answer(request) {
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
    for (const name of request.steps) {
      if (name !== 'build' && name !== 'predict' && !(name in kit.tools.OPERATIONS)) {
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
  return {steps, seconds: Number(process.hrtime.bigint() - begin) / 1e9, memory_mb: Math.round(process.memoryUsage().rss / 1048576)};
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
