#!/usr/bin/env python3
"""Holds keras_clone against cases, on a real Keras: targets/run-script keras-2.2.4 fixes/confirm.py CASE...

A CASE is a graph (.json, as in corpus/cases): Keras' own clone_model and keras_clone are judged on it (obligations.py of
targets/keras2). Or a script (.py, from `clonecheck show CASE.json --as python`): it is run with keras_clone installed and must end with
exit code 0. Prints a line a case; exit code 1 if keras_clone fails on one.
"""

import contextlib
import io
import json
import os
import runpy
import sys
import time

import keras

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, os.pardir, 'targets', 'keras2'),
                os.path.join(HERE, os.pardir, 'targets', 'python')]
import keras_clone  # noqa: E402
import keras_session  # noqa: E402
import obligations  # noqa: E402
import program  # noqa: E402
import speed  # noqa: E402
import time_limit  # noqa: E402
import vocabulary  # noqa: E402


# Keras' own clone of a nested Model that calls an InputLayer never ends; others take up to three seconds.
SECONDS = 30
ENDLESS = 'completes: no end within %d seconds' % SECONDS


def of_graph(path):
    """(the obligations that Keras' own clone fails, the faults of ours), as text; '' if there are none."""
    with open(path) as file:
        graph = json.load(file)
    found = []
    for clone_model in (keras.models.clone_model, keras_clone.clone):
        keras_session.fresh_session(keras)
        try:
            with time_limit.time_limit(SECONDS), keras.utils.CustomObjectScope(vocabulary.CLASSES):
                found.append(list(obligations.faults(program.Program(graph).run(), clone_model)))
        except time_limit.TooLong:
            found.append([ENDLESS])
    of_keras = [fault.split(':')[0] for fault in found[0]]
    return ', '.join(sorted(set(of_keras), key=of_keras.index)), '\n'.join(found[1])


def of_script(path):
    keras_session.fresh_session(keras)
    kept = keras.models._clone_functional_model, keras.models._clone_sequential_model
    keras_clone.install()
    output, code = io.StringIO(), None
    try:
        with time_limit.time_limit(SECONDS), contextlib.redirect_stdout(output):
            runpy.run_path(path, run_name='__main__')
    except SystemExit as end:
        code = end.code
    except time_limit.TooLong:
        code = ENDLESS
    finally:
        keras.models._clone_functional_model, keras.models._clone_sequential_model = kept
    return None, '' if code == 0 else 'exit code %s: %s' % (code, output.getvalue())


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    speed.collect_seldom()
    failed, of_keras = 0, []
    for path in paths:
        start = time.time()
        before, after = of_script(path) if path.endswith('.py') else of_graph(path)
        failed += after != ''
        of_keras += [] if before is None else [before]
        print('%-9s %s, %.1f s%s' % ('FAILS' if after else 'agrees', os.path.basename(path), time.time() - start,
                                     '' if before is None else "; Keras' own fails: " + (before or 'nothing')))
        if after:
            print(after)
    print("Keras %s: keras_clone agrees in %d of %d cases; Keras' own clone fails in %d of %d graphs" % (
        keras.__version__, len(paths) - failed, len(paths), len(of_keras) - of_keras.count(''), len(of_keras)))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
