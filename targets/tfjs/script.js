// Printed scripts, which need nothing but TensorFlow.js, and running them.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');
const {OWN} = require('./graph_source.js');
const {Case, seedOf} = require('./steps.js');
const {DEFINITIONS, LOOKING, OPERATIONS} = require('./texts.js');
const {STEP_SECONDS} = require('./timekeeper.js');

const MAX_OUTPUT = 4000;
const CONFIRM_SECONDS = 100;

// The last part of a script, by what is looked at: what is taken of the original, and what is asked then. Exit code 1: it shows.
const CHECKS = {
  raised: {original: 'null', asks: `try {
    await OPERATIONS.STEP(model);
  } catch (error) {
    console.log('STEP raised', error.message);
    process.exit((error.name || 'Error') === TYPE ? 1 : 3);
  }
  console.log('STEP raised nothing');`},
  endless: {original: 'null', asks: `parentPort.postMessage('STEP begins');
  await OPERATIONS.STEP(model);
  console.log('STEP ended');`},
  unusable: {original: 'LOOKS.outputs(model)', asks: `const made = await OPERATIONS.STEP(model);
  try {
    LOOKS.outputs(made);
  } catch (error) {
    console.log('What STEP made raised', error.message);
    process.exit((error.name || 'Error') === TYPE ? 1 : 3);
  }
  console.log('what STEP made works');`},
  shared: {original: 'null', asks: `const made = await OPERATIONS.STEP(model);
  const shared = variablesOf(made).filter((v) => variablesOf(model).includes(v)).map((v) => v.name);
  if (shared.length) { console.log('shared:', shared); process.exit(1); }`},
  kept: {original: '(setWeights(model), valuesOf(model))', asks: `const found = valuesOf(await OPERATIONS.STEP(model));
  if (!close(expected, found)) {
    console.log('before:', JSON.stringify(expected), '\\nafter: ', JSON.stringify(found));
    process.exit(1);
  }`},
  touched: {original: 'itself(model, SEEN)', asks: `await OPERATIONS.STEP(model);
  const found = itself(model, SEEN);
  if (expected !== found) { console.log('before:', expected, '\\nafter: ', found); process.exit(1); }`},
  look: {original: 'LOOKS.LOOK(model)', asks: `const found = LOOKS.LOOK(await OPERATIONS.STEP(model));
  if (!close(expected, found)) {
    console.log('LOOK differs after STEP\\nof the original:', JSON.stringify(expected), '\\nand after it:   ', JSON.stringify(found));
    process.exit(1);
  }
  console.log('no difference');`},
};

// JavaScript cannot end what it does itself: the script runs in a thread, too, and counts seconds of work, not of waiting.
const ENDLESS = `const {Worker, isMainThread, parentPort} = require('worker_threads');
const work = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1e6;
if (isMainThread) {
  const thread = new Worker(__filename);
  thread.on('exit', process.exit);
  thread.on('message', () => {
    const begin = work();
    setInterval(() => {
      if (work() - begin < SECONDS) return;
      console.log('STEP did not end within SECONDS seconds');
      process.exit(1);
    }, 100);
  });
}

`;

function script(kit, request) {
  const {tf} = kit;
  const one = new Case(kit, request);
  one.build();
  const used = OWN.filter((own) => request.graph.layers.some((layer) => layer.class === own));
  const check = CHECKS[request.look] || CHECKS.look;
  const endless = check === CHECKS.endless;
  const filled = (text) => text.replace(/STEP/g, request.step).replace(/SEEN/g, JSON.stringify(one.seen))
      .replace(/TYPE/g, JSON.stringify(request.type || '')).replace(/LOOK\b/g, request.look)
      .replace(/SECONDS/g, String(request.step_seconds || STEP_SECONDS));
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

${endless ? filled(ENDLESS) : ''}(async () => {
${endless ? '  if (isMainThread) return;\n' : ''}  let model, expected;
  try {
    model = build();
    expected = ${filled(check.original)};
  } catch (error) {
    console.log('The original does not work:', error.message);
    process.exit(2);
  }
  ${filled(check.asks)}
})().catch((error) => { console.error(error); process.exit(3); });
`;
}

// Runs a script in a fresh process. `modules`: where its packages are.
function confirm(text, modules) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'finding-'));
  try {
    const file = path.join(folder, 'finding.js');
    fs.writeFileSync(file, text);
    const run = spawnSync(process.execPath, [file], {
      cwd: folder, encoding: 'utf8', timeout: CONFIRM_SECONDS * 1000,
      env: {...process.env, NODE_PATH: modules},
    });
    const bad = run.status === 0 || run.status === 1 || run.status === 2 ? '' : run.stderr;
    const output = (run.stdout + bad).trim().slice(0, MAX_OUTPUT);
    return run.status === null ? {output} : {exit_code: run.status, output};  // null: it was ended
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
}

module.exports = {confirm, script};
