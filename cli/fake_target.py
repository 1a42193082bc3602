"""A worker without a framework, for tests: fake_target.py KIND [LAYERS [SECONDS]]. Protocol: docs/targets.md.

KIND is one of the functions below; LAYERS are the classes that it says it has, with commas; SECONDS is how long a case
takes it.
"""
import json
import os
import shlex
import sys
import time


def command(kind, layers='Lambda,Dense,Activation,Add', seconds=0):
    """What --target gets."""
    return 'exec:/usr/bin/python3 -S ' + shlex.join([os.path.abspath(__file__), kind.__name__, layers, '%g' % seconds])


# What is said of a step of a graph with these layer classes. None: it is left out.

def agrees(_step, _classes):
    return {'result': {'looks': {'names': ['m']}}}


def renames(step, _classes):
    """Clones have other names."""
    return {'result': {'looks': {'names': [str(step == 'clone')]}}}


def fails_on_dense(step, classes):
    """In every clone of a graph with a Dense."""
    if step == 'clone' and 'Dense' in classes:
        return {'raised': {'type': 'E', 'message': 'm', 'where': 'w'}}
    return agrees(step, classes)


def says_nothing(_step, _classes):
    return {'unsupported': 'nothing to say'}


def refuses_lambda(step, classes):
    """Builds nothing else either, and ends for good at a Dense."""
    if 'Dense' in classes:
        sys.exit('no Dense')
    if step != 'build':
        return None
    if 'Lambda' in classes:
        return {'raised': {'type': 'ValueError', 'message': 'no lambdas', 'explicit': True, 'at': 'call 0'}}
    return says_nothing(step, classes)


def answer(request, kind, layers, seconds):
    operation = request.get('operation')
    if operation == 'hello':
        return {'hello': {'layers': layers, 'steps': ['build', 'predict', 'clone'], 'variants': []}}
    if operation == 'script':
        return {'script': '# clone'}
    if operation == 'confirm':
        return {'exit_code': 1, 'output': 'it shows'}
    time.sleep(seconds)
    classes = [layer['class'] for layer in request['graph']['layers']]
    said = {step: kind(step, classes) for step in request['steps']}
    return {'steps': {step: what for step, what in said.items() if what is not None}}


def main(kind, layers, seconds):
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({'protocol': 1, 'id': request['id'], 'versions': {'fake': '1'},
                          **answer(request, globals()[kind], layers.split(','), float(seconds))}), flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
