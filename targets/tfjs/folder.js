// The folder into which tools/setup-targets installs live frameworks.
'use strict';

const {execFileSync} = require('child_process');
const path = require('path');

exports.folder = () => execFileSync(path.join(__dirname, '..', 'folder'), {encoding: 'utf8'}).trim();
