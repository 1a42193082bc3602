"""How to test a clone function: pytest python/examples. It fails as soon as the function is wrong in a new way."""

import clonecheck

from my_clone import clone

# How the function may fail, each with its reason: signatures without the cloner's name.
ACCEPTED = {
    'outputs/number-of-outputs/Sequential': 'Sequential.layers does not tell that it was built by being called',
    'outputs/output-values/Sequential': 'Sequential.layers has a layer once that stands there twice',
    'outputs/output-values/TimeDistributed': 'the same of a Sequential that is wrapped: its config has the layer once',
}

# keras#12202: a layer with two outputs, of which the model uses the second.
TWO_OUTPUTS = {
    'clonecheck': 1,
    'inputs': [{'shape': [None, 4]}],
    'layers': [{'class': 'Lambda', 'config': {'function': 'two'}}],
    'calls': [{'layer': 0, 'inputs': ['i0']}],
    'model': {'inputs': ['i0'], 'outputs': ['c0.1']},
}


def test_clones_compute_what_the_originals_compute():
    run = clonecheck.fuzz(clone, cases=100, seed=1, obligations='completes,outputs')
    wrong = [finding for finding in run.errors if finding.signature.split('/', 1)[1] not in ACCEPTED]
    assert not wrong, '\n\n'.join(map(str, wrong))


def test_all_outputs_of_a_layer_are_kept():
    run = clonecheck.check(TWO_OUTPUTS, clone)
    assert not run.errors, run
