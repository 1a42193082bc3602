"""The peers' vocabulary (vocabulary.h) as a user of Hypothesis would say it, each step drawn from the tensors at hand, and what
measures it as measure.cc does:

    hypothesis_peer.py ORACLE generate SEED COUNT
    hypothesis_peer.py ORACLE find SIGNATURE SEED SEEDS CASES
    hypothesis_peer.py ORACLE shrink SIGNATURE SEED STARTS CASES
"""
import json
import os
import sys
import time

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [BENCH, os.path.join(os.path.dirname(BENCH), 'tools')]
import processes  # noqa: E402

MOST_CALLS = 8
MOST_OUTPUTS = 4
SIZES = st.integers(1, 3)
KINDS = st.sampled_from(['Activation', 'Dense', 'Add', 'Concatenate', 'Lambda'])
CONFIGS = {'Activation': {'activation': 'relu'}, 'Lambda': {'function': 'two'}}


class Growing:
    """A case under construction, as clonecheck's JSON has it: every call that is added is accepted by Keras."""

    def __init__(self, sizes):
        self.sizes = sizes
        self.tensors = [('i%d' % i, size) for i, size in enumerate(sizes)]
        self.layers = []
        self.called = []  # of each layer: class, units, sizes of its first inputs
        self.calls = []

    def partners(self, kind, first):
        """What an Add or a Concatenate may be called on, besides."""
        return [tensor for tensor in self.tensors if kind == 'Concatenate' or tensor[1] == first[1]]

    def call(self, kind, units, again, inputs):
        sizes = [size for _, size in inputs]
        called = (kind, units if kind == 'Dense' else 0, sizes)
        found = [i for i, other in enumerate(self.called) if other == called] if again else []
        if not found:
            found = [len(self.layers)]
            self.called.append(called)
            config = {'units': units} if kind == 'Dense' else CONFIGS.get(kind, {})
            self.layers.append({'class': kind, 'config': config})
        size = {'Dense': units, 'Concatenate': sum(sizes)}.get(kind, sizes[0])
        number = len(self.calls)
        self.tensors += [('c%d.%d' % (number, k), size) for k in range(2 if kind == 'Lambda' else 1)]
        self.calls.append({'layer': found[-1], 'inputs': [name for name, _ in inputs]})

    def case(self, backwards, outputs):
        names = ['i%d' % i for i in range(len(self.sizes))]
        return {'clonecheck': 1, 'inputs': [{'shape': [None, size]} for size in self.sizes], 'layers': self.layers,
                'calls': self.calls,
                'model': {'inputs': names[::-1] if backwards else names, 'outputs': [name for name, _ in outputs]}}


@st.composite
def any_case(draw):
    growing = Growing(draw(st.lists(SIZES, min_size=1, max_size=2)))
    for _ in range(draw(st.integers(0, MOST_CALLS))):
        kind = draw(KINDS)
        inputs = [draw(st.sampled_from(growing.tensors))]
        if kind in ('Add', 'Concatenate'):
            inputs.append(draw(st.sampled_from(growing.partners(kind, inputs[0]))))
        growing.call(kind, draw(SIZES) if kind == 'Dense' else 0, draw(st.booleans()), inputs)
    outputs = draw(st.lists(st.sampled_from(growing.tensors), min_size=1, max_size=MOST_OUTPUTS))
    return growing.case(draw(st.booleans()), outputs)


class Found(Exception):
    pass


def run(cases, number, most, phases, visit):
    """Hands cases of the seed to `visit`; True if it raised Found at one, after Hypothesis was done with it."""
    @seed(number)
    @settings(max_examples=most, database=None, deadline=None, phases=phases, report_multiple_bugs=False,
              suppress_health_check=list(HealthCheck))
    @given(cases)
    def test(case):
        visit(case)
    try:
        test()
    except Found:
        return True
    return False


def generate(cases, oracle, number, count):
    run(cases, number, 10, [Phase.generate], lambda case: None)  # what is made once
    start = time.process_time()
    made = [0]

    def count_it(case):
        made[0] += 1
    run(cases, number, count, [Phase.generate], count_it)
    seconds = time.process_time() - start
    answers = []
    run(cases, number, count, [Phase.generate], lambda case: answers.append(oracle.ask(case)))
    return {'graphs': made[0], 'seconds': seconds, 'sampled': len(answers),
            **{key: sum(answer[key] for answer in answers) for key in ('valid', 'calls', 'needed')}}


def find(cases, oracle, number, most, phases):
    """What was asked, and the number of the first case that shows it."""
    asked = []
    first = []

    def visit(case):
        asked.append(case)
        if oracle.ask(case)['shows']:
            first.append(len(asked))
            raise Found
    found = run(cases, number, most, phases, visit)
    return asked, first[0] if found else None


def shrink(cases, oracle, number, most):
    asked, first = find(cases, oracle, number, most, [Phase.generate, Phase.shrink])
    if first is None:
        return None
    # Hypothesis ends by showing the minimum once more, which is no question.
    return {'start_calls': len(asked[first - 1]['calls']), 'questions': len(asked) - first, 'minimum': asked[-1]}


def main(program, task, *rest):
    cases = any_case()
    if task == 'generate':
        oracle = processes.Asked([program, 'keras-2.2.4/completes/-/-'], stderr=None)
        print(json.dumps(generate(cases, oracle, *map(int, rest))))
        return
    oracle = processes.Asked([program, rest[0]], stderr=None)
    first, seeds, most = map(int, rest[1:])
    for number in range(first, first + seeds):
        if task == 'find':
            print(json.dumps(find(cases, oracle, number, most, [Phase.generate])[1]), flush=True)
        else:
            shrunk = shrink(cases, oracle, number, most)
            if shrunk is not None:
                print(json.dumps(shrunk), flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
