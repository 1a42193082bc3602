"""Runs a plain Keras script under a real Keras 2: run_script.py VERSION SCRIPT.py [ARGUMENT...]

The script needs to know nothing of this; it would run as well on an old Keras with its TensorFlow 1.
It is `__main__`, gets its own sys.argv and its own directory on the module path, and its exit code is
passed on. Called by targets/run-script, which finds the interpreter.
"""

import os
import runpy
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main(arguments):
    if len(arguments) < 2:
        print('usage: run_script.py VERSION SCRIPT.py [ARGUMENT...]', file=sys.stderr)
        return 2
    version, script = arguments[0], arguments[1]
    if not os.path.isfile(script):
        print('run-script: there is no file %s' % script, file=sys.stderr)
        return 2
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or '.') != HERE]
    sys.path.insert(0, HERE)
    import shims
    sys.path.remove(HERE)
    try:
        shims.load(version)
    except shims.TargetMissing as missing:
        print('run-script: %s' % missing, file=sys.stderr)
        return 2
    sys.argv[:] = arguments[1:]
    sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
    runpy.run_path(script, run_name='__main__')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
