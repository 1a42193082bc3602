// The front of a worker whose framework has a thread of its own: hands requests on, and ends a step that takes longer than its limit,
// which JavaScript cannot do to itself. Protocol: docs/targets.md.
'use strict';

const fs = require('fs');
const readline = require('readline');
const {Worker} = require('worker_threads');

// Of a step, where nobody says how long it may take: as in a hunt (core/limits.h).
const STEP_SECONDS = 10;
const LOOK_MILLISECONDS = 100;
// What both threads see: the running number of the step at hand, 0 between requests; its place among the request's steps; and which
// request it is of, counted from 1.
const NUMBER = 0, PLACE = 1, REQUEST = 2;

function workSeconds() {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
}

class Timekeeper {
  // `file` is what the thread runs; it answers a line with a line (serve, below).
  constructor(file, argv) {
    this.file = file;
    this.argv = argv;
    this.asked = [];  // what is not answered yet, the oldest first
  }

  start() {
    this.shared = new Int32Array(new SharedArrayBuffer(12));
    this.posted = 0;  // lines, to this thread
    // The step that it was at, and when it was first seen there. Each thread counts anew.
    this.seen = 0;
    this.begin = workSeconds();
    this.thread = new Worker(this.file, {argv: this.argv, workerData: this.shared, stdout: true});
    this.thread.on('error', (error) => {
      fs.writeSync(2, `${error.stack || error}\n`);
      process.exit(1);
    });
    this.thread.on('exit', (code) => process.exit(code));
    this.thread.on('message', (answer) => this.answered(answer));
    this.watch = setInterval(() => this.look(), LOOK_MILLISECONDS);
  }

  async end() {
    clearInterval(this.watch);
    this.thread.removeAllListeners();
    await this.thread.terminate();
    this.thread = null;
  }

  // Ends the thread if it has been at one step for too long.
  look() {
    const number = Atomics.load(this.shared, NUMBER), request = Atomics.load(this.shared, REQUEST);
    if (number !== this.seen) [this.seen, this.begin] = [number, workSeconds()];
    const asked = this.asked[0];
    // Seconds of this process' own work: on a machine with much to do, slow is not endless.
    if (number === 0 || !asked || asked.number !== request || workSeconds() - this.begin <= asked.seconds) return;
    const place = Atomics.load(this.shared, PLACE);
    if (Atomics.load(this.shared, NUMBER) === number) this.late(asked, place);
  }

  // An endless step is left out the next time, in a new thread, which also gets what was asked meanwhile.
  async late(asked, place) {
    await this.end();
    asked.request = asked.request || JSON.parse(asked.line);
    const {request} = asked;
    const step = request.steps[place];
    asked.late[step] = {raised: {type: 'TooLong', message: `no end within ${asked.seconds} seconds`, where: '', explicit: false}};
    // Without it and, if there can be no others then, without these.
    request.steps = step === 'build' ? [] : request.steps.filter((one) => one !== step);
    asked.line = JSON.stringify(request);
    this.start();
    for (const one of this.asked) this.post(one);
  }

  post(asked) {
    asked.number = ++this.posted;
    this.thread.postMessage(asked.line);
  }

  answered(answer) {
    const {resolve, late, request} = this.asked.shift();
    if (!request) return resolve(answer);
    const whole = JSON.parse(answer);
    if (whole.steps) Object.assign(whole.steps, late);
    resolve(JSON.stringify(whole));
  }

  // The line that answers a line. Others may be asked before it has come; they are answered in their order.
  answer(line) {
    return new Promise((resolve) => {
      const found = /"step_seconds":\s*([0-9.e+]+)/.exec(line);
      const asked = {line, resolve, late: {}, seconds: found ? Number(found[1]) : STEP_SECONDS};
      this.asked.push(asked);
      if (this.thread) this.post(asked);
    });
  }

  run() {
    this.start();
    const lines = readline.createInterface({input: process.stdin});
    let last = Promise.resolve();
    lines.on('line', (line) => {
      last = this.answer(line).then((answer) => fs.writeSync(1, `${answer}\n`));
    });
    lines.on('close', async () => {
      await last;
      process.exit(0);
    });
  }
}

// In the thread: answers lines, one after the other, by `answer`, which is given a function to say which step begins.
function serve(port, shared, answer) {
  let number = 0, request = 0;
  const begins = (place) => {
    Atomics.store(shared, PLACE, place);
    Atomics.store(shared, REQUEST, request);
    Atomics.store(shared, NUMBER, ++number);
  };
  let last = Promise.resolve();
  port.on('message', (line) => {
    last = last.then(async () => {
      ++request;
      const text = await answer(line, begins);
      Atomics.store(shared, NUMBER, 0);
      port.postMessage(text);
    });
  });
}

module.exports = {STEP_SECONDS, Timekeeper, serve};
