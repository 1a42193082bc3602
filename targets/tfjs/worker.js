// The worker for TensorFlow.js: node worker.js [DIRECTORY]. Protocol: docs/targets.md.
'use strict';

const path = require('path');
const {Timekeeper} = require('./timekeeper.js');

new Timekeeper(path.join(__dirname, 'thread.js'), process.argv.slice(2)).run();
