"""Puts Hypothesis and fast-check, in the versions of requirements.txt and package.json, into a folder of the user's cache. What
is in place is left alone."""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
FOLDER = os.environ.get('CLONECHECK_PEERS', os.path.expanduser('~/.cache/clonecheck/peers'))
PYTHON = os.path.join(FOLDER, 'hypothesis-venv', 'bin', 'python')
NODE_MODULES = os.path.join(FOLDER, 'fast-check', 'node_modules')
STAMP = '.clonecheck-recipe'


def recipe(name):
    with open(os.path.join(HERE, name), encoding='utf-8') as file:
        return file.read()


def versions():
    """As the recipes pin them."""
    return {'Hypothesis': recipe('requirements.txt').strip().partition('==')[2],
            'fast-check': recipe('package.json').partition('"fast-check": "')[2].partition('"')[0]}


def run(what, command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit('peers: %s could not be installed:\n%s\nCheck that the package index can be reached, then run this again.' % (
            what, done.stdout[-2000:]))


def install_into(folder, name, install):
    """Runs `install` unless the folder was made by this very recipe; the stamp is written last."""
    stamp = os.path.join(folder, STAMP)
    if os.path.exists(stamp):
        with open(stamp, encoding='utf-8') as file:
            if file.read() == recipe(name):
                return
    print('peers: installing what %s says into %s' % (name, folder), file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    install(folder)
    with open(stamp, 'w', encoding='utf-8') as file:
        file.write(recipe(name))


def install_hypothesis(folder):
    run('a virtual environment', [sys.executable, '-m', 'venv', folder])
    run('Hypothesis', [PYTHON, '-m', 'pip', 'install', '--quiet', '--no-input', '-r', os.path.join(HERE, 'requirements.txt')])


def install_fast_check(folder):
    if shutil.which('npm') is None:
        sys.exit('peers: Node.js with npm is needed for fast-check. Install it (apt-get install nodejs npm), then run this again.')
    shutil.copy(os.path.join(HERE, 'package.json'), folder)
    run('fast-check', ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'])


def install():
    install_into(os.path.dirname(os.path.dirname(PYTHON)), 'requirements.txt', install_hypothesis)
    install_into(os.path.dirname(NODE_MODULES), 'package.json', install_fast_check)
