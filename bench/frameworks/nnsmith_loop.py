"""NNSmith as a generator: nnsmith_loop.py METHOD NODES PACKAGES [OPERATION...], run by an interpreter that has it.

PACKAGES: a folder in which TensorFlow is. OPERATIONs: names such as core.Add; all that it has for TensorFlow otherwise. Reads a seed a
line, and answers each with seconds of processor time to make its model concrete, how many operations that has, whether TensorFlow runs
it, and whether its values are finite.
"""
import importlib.metadata
import json
import os
import sys
import time
import warnings

os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
# What it keeps for next time stays in its environment.
os.environ['XDG_CACHE_HOME'] = os.path.join(sys.prefix, 'cache')
warnings.simplefilter('ignore')


def make(models, operations, method, nodes, seed):
    from nnsmith.graph_gen import model_gen
    import numpy
    start = time.process_time()
    found = {'operations': 0, 'runs': False, 'finite': False}
    try:
        made = model_gen(operations, method=method, seed=seed, max_nodes=nodes).make_concrete()
        found['operations'] = made.n_compute_inst()
    except Exception as error:
        made, found['error'] = None, type(error).__name__
    found['seconds'] = time.process_time() - start
    if made is not None:
        try:
            values = models.from_gir(made).make_oracle().output.values()
            found['runs'] = True
            found['finite'] = all(bool(numpy.isfinite(value).all()) for value in values)
        except Exception as error:
            found['error'] = type(error).__name__
    return found


def main(method, nodes, packages, *names):
    answers = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    sys.path.append(packages)
    import tensorflow
    from nnsmith.abstract.extension import activate_ext
    from nnsmith.materialize import Model
    from nnsmith.narrow_spec import auto_opset
    models = Model.init('tensorflow', backend_target='cpu')
    # As its own command does it: types that TensorFlow refuses are tried once, and kept in a file of its cache; operations with a
    # limited domain are left out.
    operations = [one for one in auto_opset(models) if not names or one.name() in names]
    assert {one.name() for one in operations} >= set(names), 'not all of %s are left' % ', '.join(names)
    activate_ext(opset=operations, factory=None)
    answers.write(json.dumps({'versions': {'NNSmith': importlib.metadata.version('nnsmith'), 'Z3': importlib.metadata.version('z3-solver'),
                                           'TensorFlow': tensorflow.__version__}}) + '\n')
    answers.flush()
    for line in sys.stdin:
        answers.write(json.dumps(make(models, operations, method, int(nodes), int(line))) + '\n')
        answers.flush()


if __name__ == '__main__':
    main(*sys.argv[1:])
