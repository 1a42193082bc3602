#!/usr/bin/env python3
"""Runs scripts that `clonecheck` printed, one after the other, on a real Keras, and counts those that show their finding.

Usage: targets/run-script keras-2.2.4 fixes/confirm_scripts.py [--fixed] SCRIPT.py..., after tools/setup --targets.
A script ends with 1 where the clone differs; one that does not is told, with what it printed. --fixed: the scripts get
fixes/keras_clone.py instead of Keras' own clone_model, and are to end with 0, or with 2 where
the numbers that they draw do not fit; these are counted. Exits with 1 if any is told.
"""

import argparse
import contextlib
import io
import os
import runpy
import sys
import traceback


def run(script):
    """The exit code, and what was printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            runpy.run_path(script, run_name='__main__')
            code = 0
        except SystemExit as end:
            code = end.code
        except Exception:
            code = 'an exception'
            traceback.print_exc(file=printed)
    return code, printed.getvalue()


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--fixed', action='store_true')
    parser.add_argument('scripts', nargs='+', metavar='SCRIPT.py')
    options = parser.parse_args(arguments)
    from keras import backend as K  # --help needs none
    if options.fixed:
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        import keras_clone
        keras_clone.install()
    others = unfit = 0
    for script in options.scripts:
        K.clear_session()
        code, printed = run(script)
        # 2: the numbers that the script draws do not fit the model; Keras' clone_model raises before it needs them.
        if options.fixed and code == 2:
            unfit += 1
        elif code != (0 if options.fixed else 1):
            others += 1
            print('%s ended with %s:\n%s' % (os.path.basename(script), code, printed))
    print('%d of %d scripts %s%s' % (len(options.scripts) - others - unfit, len(options.scripts),
                                     'find nothing in the fixed one' if options.fixed else 'show their finding',
                                     ', %d cannot be evaluated on the numbers that they draw' % unfit if unfit else ''))
    return 1 if others else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
