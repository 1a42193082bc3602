// An endless step is stopped, told, and left out, whatever else was asked; run by `node --test targets/tfjs`. It needs no framework: its thread is this file.
'use strict';

const {isMainThread, parentPort, workerData} = require('worker_threads');
const {Timekeeper, serve} = require('./timekeeper.js');

// Microseconds of this process.
function work() {
  const {user, system} = process.cpuUsage();
  return user + system;
}

if (!isMainThread) {
  serve(parentPort, workerData, async (line, begins) => {
    const {steps, bad, slow = []} = JSON.parse(line);
    const done = {};
    for (const [place, step] of steps.entries()) {
      begins(place);
      await null;  // what ends is in a microtask, as the work of promises is
      while (bad.includes(step)) ;
      // Longer than until somebody looks, and within the limit.
      for (const begin = work(); slow.includes(step) && work() - begin < 150000;) ;
      done[step] = {result: step};
    }
    return JSON.stringify({steps: done});
  });
} else {
  const assert = require('assert');
  const test = require('node:test');

  // One request after the other, or all at once.
  const ask = async (request, ahead) => {
    const keeper = new Timekeeper(__filename, []);
    keeper.start();
    const answers = [];
    for (const bad of [[], request.bad, []]) {
      const answer = keeper.answer(JSON.stringify({...request, bad, step_seconds: 0.3}));
      answers.push(ahead ? answer : await answer);
    }
    const texts = await Promise.all(answers);
    await keeper.end();
    return texts.map((text) => JSON.parse(text).steps);
  };
  const raised = {type: 'TooLong', message: 'no end within 0.3 seconds', where: '', explicit: false};

  test('an_endless_step_is_told_and_the_others_are_done', async () => {
    const [before, during, after] = await ask({steps: ['build', 'a', 'b'], bad: ['a']});
    assert.deepStrictEqual(during, {build: {result: 'build'}, b: {result: 'b'}, a: {raised}});
    assert.deepStrictEqual(before, after);
  });

  test('what_was_asked_meanwhile_is_answered_in_its_order', async () => {
    const [before, during, after] = await ask({steps: ['build', 'a', 'b'], bad: ['a']}, true);
    assert.deepStrictEqual(during, {build: {result: 'build'}, b: {result: 'b'}, a: {raised}});
    assert.deepStrictEqual(before, {build: {result: 'build'}, a: {result: 'a'}, b: {result: 'b'}});
    assert.deepStrictEqual(before, after);
  });

  // Steps are numbered by each thread: here the one after the endless one has its number.
  test('what_comes_after_an_endless_step_has_the_whole_time', async () => {
    const keeper = new Timekeeper(__filename, []);
    keeper.start();
    const request = {steps: ['build', 'a', 'b'], bad: ['a'], slow: ['b'], step_seconds: 0.3};
    const {steps} = JSON.parse(await keeper.answer(JSON.stringify(request)));
    await keeper.end();
    assert.deepStrictEqual(steps, {build: {result: 'build'}, b: {result: 'b'}, a: {raised}});
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
