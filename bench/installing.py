"""Puts what a recipe says into a folder of the user's cache, once: what this very recipe has made is left alone."""
import os
import shutil
import subprocess
import sys

STAMP = '.clonecheck-recipe'


class NotInstalled(Exception):
    """Why; the text says what to do."""


def folder(name, variable):
    """Of the user's cache, unless the variable names another one."""
    cache = os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache')
    return os.environ.get(variable) or os.path.join(cache, 'clonecheck', name)


def run(what, *command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise NotInstalled('%s could not be installed (%s); check that the package index can be reached' % (
            what, (done.stdout.strip().splitlines() or ['it says nothing'])[-1][:200]))


def once(where, recipe_file, install):
    """Runs `install` unless the folder was made by this very recipe; the stamp is written last."""
    stamp = os.path.join(where, STAMP)
    with open(recipe_file, encoding='utf-8') as file:
        recipe = file.read()
    if os.path.exists(stamp):
        with open(stamp, encoding='utf-8') as file:
            if file.read() == recipe:
                return
    print('installing what %s says into %s' % (os.path.relpath(recipe_file), where), file=sys.stderr)
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    install(where)
    with open(stamp, 'w', encoding='utf-8') as file:
        file.write(recipe)


def python_environment(where, requirements):
    """The interpreter of a virtual environment that has what the file says."""
    python = os.path.join(where, 'bin', 'python')

    def install(where):
        run('a virtual environment', sys.executable, '-m', 'venv', where)
        run('what %s says' % os.path.relpath(requirements), python, '-m', 'pip', 'install', '--quiet', '--no-input', '-r', requirements)

    once(where, requirements, install)
    return python
