// The front of a worker whose framework has a thread of its own: hands requests on, and ends a step that takes longer than its limit,
// which JavaScript cannot do to itself. Protocol: docs/targets.md.
'use strict';

const fs = require('fs');
const readline = require('readline');
const {Worker} = require('worker_threads');

const DEFAULT_STEP_SECONDS = 10;
const LOOK_MILLISECONDS = 100;
// What both threads see: the running number of the step at hand, 0 between requests, and its place among the request's steps.
const NUMBER = 0, PLACE = 1;

function workSeconds() {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
}

class Timekeeper {
  // `file` is what the thread runs; it answers a line with a line (serve, below).
  constructor(file, argv) {
    this.file = file;
    this.argv = argv;
  }

  start() {
    this.shared = new Int32Array(new SharedArrayBuffer(8));
    this.thread = new Worker(this.file, {argv: this.argv, workerData: this.shared, stdout: true});
    this.thread.on('error', (error) => {
      fs.writeSync(2, `${error.stack || error}\n`);
      process.exit(1);
    });
    this.thread.on('exit', (code) => process.exit(code));
    this.thread.on('message', (answer) => this.answered(answer));
  }

  async end() {
    this.thread.removeAllListeners();
    await this.thread.terminate();
    this.thread = null;
  }

  // The answer of the thread; or the place of the step that did not end, as {late}.
  ask(line, seconds) {
    if (!this.thread) this.start();
    return new Promise((resolve) => {
      let seen = 0, begin = 0;
      const watch = setInterval(() => {
        const number = Atomics.load(this.shared, NUMBER);
        if (number !== seen) [seen, begin] = [number, workSeconds()];
        // Seconds of this process' own work: on a machine with much to do, slow is not endless.
        if (number === 0 || workSeconds() - begin <= seconds) return;
        clearInterval(watch);
        resolve({late: Atomics.load(this.shared, PLACE)});
      }, LOOK_MILLISECONDS);
      this.answered = (answer) => {
        clearInterval(watch);
        resolve({answer});
      };
      this.thread.postMessage(line);
    });
  }

  // An endless step is left out the next time, in a new thread.
  async answer(line) {
    const late = {};
    let request = null;
    for (;;) {
      const seconds = this.secondsOf(line);
      const {answer, late: place} = await this.ask(line, seconds);
      if (answer !== undefined) {
        if (!request) return answer;
        const whole = JSON.parse(answer);
        if (whole.steps) Object.assign(whole.steps, late);
        return JSON.stringify(whole);
      }
      await this.end();
      request = request || JSON.parse(line);
      const step = request.steps[place];
      late[step] = {raised: {type: 'TooLong', message: `no end within ${seconds} seconds`, where: '', explicit: false}};
      // Without it and, if there can be no others then, without these.
      request.steps = step === 'build' ? [] : request.steps.filter((one) => one !== step);
      line = JSON.stringify(request);
    }
  }

  secondsOf(line) {
    const found = /"step_seconds":\s*([0-9.e+]+)/.exec(line);
    return found ? Number(found[1]) : DEFAULT_STEP_SECONDS;
  }

  async run() {
    this.start();
    for await (const line of readline.createInterface({input: process.stdin})) fs.writeSync(1, `${await this.answer(line)}\n`);
    process.exit(0);
  }
}

// In the thread: answers lines by `answer`, which is given a function to say which step begins.
function serve(port, shared, answer) {
  let number = 0;
  const begins = (place) => {
    Atomics.store(shared, PLACE, place);
    Atomics.store(shared, NUMBER, ++number);
  };
  port.on('message', async (line) => {
    const text = await answer(line, begins);
    Atomics.store(shared, NUMBER, 0);
    port.postMessage(text);
  });
}

module.exports = {Timekeeper, serve};
