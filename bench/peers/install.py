"""Puts Hypothesis and fast-check, in the versions of requirements.txt and package.json, into a folder of the user's cache. What
is in place is left alone."""
import os
import shutil
import sys

import installing

HERE = os.path.dirname(os.path.realpath(__file__))
FOLDER = installing.folder('peers', 'CLONECHECK_PEERS')
PYTHON = os.path.join(FOLDER, 'hypothesis-venv', 'bin', 'python')
NODE_MODULES = os.path.join(FOLDER, 'fast-check', 'node_modules')
REQUIREMENTS, PACKAGE = os.path.join(HERE, 'requirements.txt'), os.path.join(HERE, 'package.json')


def recipe(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def versions():
    """As the recipes pin them."""
    return {'Hypothesis': recipe(REQUIREMENTS).strip().partition('==')[2],
            'fast-check': recipe(PACKAGE).partition('"fast-check": "')[2].partition('"')[0]}


def install_fast_check(folder):
    if shutil.which('npm') is None:
        raise installing.NotInstalled('Node.js with npm is needed for fast-check; install it (apt-get install nodejs npm)')
    shutil.copy(PACKAGE, folder)
    installing.run('fast-check', 'npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error')


def install():
    try:
        installing.python_environment(os.path.join(FOLDER, 'hypothesis-venv'), REQUIREMENTS)
        installing.once(os.path.dirname(NODE_MODULES), PACKAGE, install_fast_check)
    except installing.NotInstalled as error:
        sys.exit('peers: %s, then run this again.' % error)
