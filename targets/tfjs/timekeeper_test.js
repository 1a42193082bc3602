// An endless step is stopped, told, and left out; run by `node --test targets/tfjs`. It needs no framework: its thread is this file.
'use strict';

const {isMainThread, parentPort, workerData} = require('worker_threads');
const {Timekeeper, serve} = require('./timekeeper.js');

if (!isMainThread) {
  serve(parentPort, workerData, async (line, begins) => {
    const {steps, bad} = JSON.parse(line);
    const done = {};
    for (const [place, step] of steps.entries()) {
      begins(place);
      await null;  // what ends is in a microtask, as the work of promises is
      while (bad.includes(step)) ;
      done[step] = {result: step};
    }
    return JSON.stringify({steps: done});
  });
} else {
  const assert = require('assert');
  const test = require('node:test');

  const ask = async (request) => {
    const keeper = new Timekeeper(__filename, []);
    const answers = [];
    for (const bad of [[], request.bad, []]) {
      answers.push(JSON.parse(await keeper.answer(JSON.stringify({...request, bad, step_seconds: 0.3}))).steps);
    }
    await keeper.end();
    return answers;
  };
  const raised = {type: 'TooLong', message: 'no end within 0.3 seconds', where: '', explicit: false};

  test('an_endless_step_is_told_and_the_others_are_done', async () => {
    const [before, during, after] = await ask({steps: ['build', 'a', 'b'], bad: ['a']});
    assert.deepStrictEqual(during, {build: {result: 'build'}, b: {result: 'b'}, a: {raised}});
    assert.deepStrictEqual(before, after);
  });

  test('all_endless_steps_are_told', async () => {
    const [, during] = await ask({steps: ['build', 'a', 'b'], bad: ['a', 'b']});
    assert.deepStrictEqual(during, {build: {result: 'build'}, a: {raised}, b: {raised}});
  });

  test('nothing_is_done_with_what_is_never_built', async () => {
    const [, during] = await ask({steps: ['build', 'a', 'b'], bad: ['build']});
    assert.deepStrictEqual(during, {build: {raised}});
  });
}
