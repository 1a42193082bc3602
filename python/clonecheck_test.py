"""The package on the extension module that Bazel has built. What it must say stands in the command's own output, in the
issue tracker of Keras, or follows by hand from a graph of two layers."""

import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import clonecheck
import my_clone
import test_my_clone
from clonecheck.keras import backend as K
from clonecheck.keras import layers, models
from clonecheck.keras.models import Input, InputLayer, Model, Sequential, has_arg, to_list  # noqa: F401

COMMAND = os.path.abspath('cli/clonecheck')
LOST = 'completes/could-not-compute-output/Lambda'  # keras#12202
TWO_OUTPUTS = test_my_clone.TWO_OUTPUTS


def command(*arguments):
    """What the command prints on standard error, and its run file without times."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([COMMAND, arguments[0], '--json', folder + '/run.json', *arguments[1:]],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode == 2:
            return done.stderr, None
        with open(folder + '/run.json') as file:
            return done.stderr, untimed(json.load(file))


def untimed(run):
    return dict(run, seconds=None, cases_per_second=None)


def candidate(name):
    """The function of a file in judge/candidates, with the names of keras.models."""
    path = 'judge/candidates/%s.py' % name
    scope = dict(vars(models))
    with open(path) as file:
        exec(compile(file.read(), path, 'exec'), scope)

    def clone(model, input_tensors=None):
        if isinstance(model, Sequential):
            if input_tensors is not None:
                raise NotImplementedError
            return models._clone_sequential_model(model)
        return scope['_clone_functional_model'](model, input_tensors)
    return clone


def loses_outputs(model, input_tensors=None):
    """my_clone with the fault of keras#12202: every output but the first is lost."""
    kept = my_clone.to_list
    my_clone.to_list = lambda value: kept(value)[:1]
    try:
        return my_clone.clone(model, input_tensors)
    finally:
        my_clone.to_list = kept


class Named(unittest.TestCase):

    def test_fuzz_finds_what_the_command_finds(self):
        run = clonecheck.fuzz('keras-2.2.4,fixed', cases=20, seed=7)
        _, expected = command('fuzz', '--cloners', 'keras-2.2.4,fixed', '--cases', '20', '--seed', '7', '--out', '')
        self.assertEqual(untimed(run.json), expected)

    def test_check_says_what_the_command_says(self):
        for path in ('corpus/models/multi-task.json', 'corpus/models/keras-12202-minimal.json'):
            _, expected = command('check', path)
            found = clonecheck.check(pathlib.Path(path)).json
            self.assertEqual(untimed(found), expected)
            self.assertGreater(found['seconds'], 0)

    def test_a_replay_names_the_file_and_the_obligations(self):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + '/my model.json'
            with open(path, 'w') as file:
                json.dump(TWO_OUTPUTS, file)
            run = clonecheck.check(pathlib.Path(path), 'keras-2.2.4', obligations='completes')
        self.assertEqual([finding.replay for finding in run.errors],
                         ["clonecheck check '%s' --cloners keras-2.2.4 --obligations completes" % path])
        run = clonecheck.check(TWO_OUTPUTS, 'keras-2.2.4', obligations='completes')
        self.assertEqual([finding.replay for finding in run.errors],
                         ["clonecheck.check(finding.witness, 'keras-2.2.4', obligations='completes')"])

    def test_options_are_passed_on(self):
        options = {'cases': 50, 'first_case': 1000, 'profile': 'masks', 'obligations': 'completes,outputs'}
        run = clonecheck.fuzz(['keras-2.3.1'], jobs=2, **options)
        words = [word for name, value in options.items() for word in ('--' + name.replace('_', '-'), str(value))]
        _, expected = command('fuzz', '--cloners', 'keras-2.3.1', '--out', '', *words)
        self.assertEqual(untimed(run.json), expected)
        self.assertEqual(clonecheck.fuzz('keras-2.3.1', **dict(options, obligations=['completes', 'outputs'])), run)

    def test_keras_12202_is_found_and_shrunk(self):
        run = clonecheck.fuzz('keras-2.2.4', cases=12)
        finding, = [finding for finding in run.errors if finding.signature == 'keras-2.2.4/' + LOST]
        self.assertEqual((finding.obligation, finding.severity, finding.symptom, finding.calls),
                         ('completes', 'error', 'could-not-compute-output', 1))
        self.assertEqual(finding.witness['model']['outputs'], ['c0.1'])
        self.assertIn('AssertionError: Could not compute output', finding.error)
        self.assertIn('keras#12202', finding.known)
        self.assertNotIn(finding, run.new)
        self.assertIn('c0 = l0(i0)  # 2 outputs', finding.text)
        compile(finding.python, 'witness.py', 'exec')
        self.assertIn(finding.text, str(run))
        _, again = command(*finding.replay.split()[1:], '--out', '')
        self.assertEqual([other['signature'] for other in again['cloners']['keras-2.2.4']['findings']
                          if other['severity'] == 'error'], [finding.signature])

    def test_a_witness_can_be_checked_as_it_is(self):
        for form in (TWO_OUTPUTS, json.dumps(TWO_OUTPUTS)):
            run = clonecheck.check(form)
            self.assertEqual([finding.signature for finding in run.errors], ['keras-2.2.4/' + LOST])
            self.assertEqual(list(run.cloners), ['keras-2.2.4', 'keras-2.3.1', 'fixed'])
            self.assertIn('fixed: agree, for all weights and inputs', run.text)

    def test_the_same_seed_finds_the_same_and_another_one_something_else(self):
        run = clonecheck.fuzz('keras-2.2.4', cases=15, seed=3, jobs=1)
        self.assertEqual(clonecheck.fuzz('keras-2.2.4', cases=15, seed=3, jobs=3), run)
        self.assertNotEqual(clonecheck.fuzz('keras-2.2.4', cases=15, seed=4), run)

    def test_a_time_limit_ends_a_run(self):
        for cloner in ('fixed', my_clone.clone):
            run = clonecheck.fuzz(cloner, seconds=2, obligations='completes')
            self.assertGreater(run.cases, 0)
            self.assertGreater(run.seconds, 2)

    def test_results_cannot_be_changed(self):
        run = clonecheck.check(TWO_OUTPUTS)
        with self.assertRaises(dataclasses.FrozenInstanceError):
            run.seed = 2


class Functions(unittest.TestCase):

    def test_keras_own_walk_in_python_fares_as_the_cloner_in_cpp(self):
        # Keras' walk clones Sequentials by another function, which takes given tensors in C++ only.
        options = {'cases': 60, 'obligations': 'completes,outputs,masks,weights_fresh,sharing,clone_of_clone'}
        run = clonecheck.fuzz([candidate('reference'), 'keras-2.2.4'], **options)
        ours, theirs = run.cloners['clone'], run.cloners['keras-2.2.4']
        self.assertEqual(ours.verdicts, theirs.verdicts)
        self.assertGreater(len(theirs.findings), 5)
        self.assertEqual([(f.signature.split('/', 1)[1], f.count, f.first_case, f.witness) for f in ours.findings],
                         [(f.signature.split('/', 1)[1], f.count, f.first_case, f.witness) for f in theirs.findings])
        self.assertEqual(run.not_judged, {})

    def test_a_finding_of_a_function_says_how_to_see_it_again(self):
        run = clonecheck.fuzz(loses_outputs, cases=40, obligations='completes,outputs')
        finding = run.errors[0]
        self.assertEqual(finding.cloner, 'loses_outputs')
        self.assertIsNone(finding.known)
        again = eval(finding.replay)
        self.assertIn(finding.signature, [other.signature for other in again.errors])
        self.assertIn('# clone_model = %s.loses_outputs\n' % __name__, finding.python)
        compile(finding.python, 'witness.py', 'exec')
        checked = clonecheck.check(finding.witness, loses_outputs, obligations='completes,outputs')
        self.assertEqual([other.signature for other in checked.errors], [finding.signature])

    def test_the_same_seed_finds_the_same_whatever_the_hash_seed(self):
        program = ('import clonecheck, my_clone\n'
                   'print(clonecheck.fuzz(my_clone.clone, cases=60, seed=5).json["cloners"])\n')
        runs = {subprocess.run([sys.executable, '-c', program], env=dict(os.environ, PYTHONHASHSEED=seed), check=True,
                               stdout=subprocess.PIPE).stdout for seed in ('0', '1', '2')}
        self.assertEqual(len(runs), 1)
        self.assertIn(b'agree', runs.pop())

    def test_what_a_function_raises_or_returns_is_a_finding(self):
        def raises(model, input_tensors=None):
            raise KeyError('no such thing')

        def returns_nothing(model, input_tensors=None):
            pass
        run = clonecheck.check(TWO_OUTPUTS, [raises, returns_nothing])
        self.assertEqual([(finding.cloner, finding.obligation, finding.error) for finding in run.errors], [
            ('raises', 'completes', "KeyError: 'no such thing'"),
            ('returns_nothing', 'completes',
             'TypeError: the function returned a NoneType, where a Model was expected')])

    def test_a_function_without_input_tensors_owes_nothing_there(self):
        run = clonecheck.check(TWO_OUTPUTS, lambda model: my_clone.clone(model))
        self.assertEqual(run.errors, ())
        self.assertEqual(list(run.cloners), ['<lambda>'])

    def test_what_is_not_modelled_is_not_judged(self):
        def asks_for_losses(model, input_tensors=None):
            if len(model.inputs) == 1 and not isinstance(model, Sequential):
                model.losses
            return my_clone.clone(model, input_tensors)
        with self.assertRaisesRegex(clonecheck.NotModelled, 'asks_for_losses.*losses of a Model'):
            clonecheck.check(TWO_OUTPUTS, asks_for_losses)
        run = clonecheck.fuzz(asks_for_losses, cases=50, obligations='completes')
        self.assertEqual(list(run.not_judged), ['losses of a Model'])
        unjudged = run.cloners['asks_for_losses'].verdicts['unjudged']
        self.assertEqual(run.not_judged['losses of a Model'], unjudged)
        self.assertTrue(0 < unjudged < 50, unjudged)

    def test_what_is_to_end_all_ends_all(self):
        def interrupted(model, input_tensors=None):
            raise KeyboardInterrupt
        for error, function in ((KeyboardInterrupt, interrupted), (SystemExit, lambda model: sys.exit(3))):
            with self.assertRaises(error):
                clonecheck.fuzz(function, cases=10)
            with self.assertRaises(error):
                clonecheck.check(TWO_OUTPUTS, function)
        self.assertEqual(clonecheck.check(TWO_OUTPUTS, my_clone.clone).errors, ())

    def test_nothing_lives_outside_of_a_clone(self):
        kept = []

        def keeps(model, input_tensors=None):
            kept.append(model)
            return my_clone.clone(model, input_tensors)
        self.assertEqual(clonecheck.check(TWO_OUTPUTS, keeps).errors, ())
        for use in (lambda: kept[0].layers, lambda: Input(shape=(3,)), lambda: layers.Dense(3),
                    lambda: InputLayer(input_shape=(3,)), lambda: Model([], [])):
            with self.assertRaisesRegex(RuntimeError, 'only while clonecheck asks for a clone'):
                use()

    def test_a_function_cannot_start_functions(self):
        def nests(model, input_tensors=None):
            clonecheck.check(TWO_OUTPUTS, my_clone.clone)
        finding, = clonecheck.check(TWO_OUTPUTS, nests).errors
        self.assertIn('RuntimeError: clonecheck works with Python functions already', finding.error)

    def test_keras_is_importable_under_our_name_alone(self):
        self.assertNotIn('keras', sys.modules)
        self.assertEqual(sys.modules['clonecheck.keras'].__version__, '2.2.4')
        self.assertIs(sys.modules['clonecheck.keras.backend'], K)
        with self.assertRaises(ImportError):
            from clonecheck.keras.models import clone_model  # noqa: F401
        with self.assertRaises(ImportError):
            import clonecheck.keras.nowhere  # noqa: F401


class Example(unittest.TestCase):

    def test_the_example_passes(self):
        test_my_clone.test_clones_compute_what_the_originals_compute()
        test_my_clone.test_all_outputs_of_a_layer_are_kept()

    def test_the_example_fails_for_a_broken_function(self):
        good = test_my_clone.clone
        test_my_clone.clone = loses_outputs
        try:
            with self.assertRaisesRegex(AssertionError, r'c0 = l0\(i0\)  # 2 outputs'):
                test_my_clone.test_all_outputs_of_a_layer_are_kept()
            with self.assertRaisesRegex(AssertionError, 'loses_outputs/completes'):
                test_my_clone.test_clones_compute_what_the_originals_compute()
        finally:
            test_my_clone.clone = good

    def test_every_accepted_failure_of_the_example_occurs(self):
        run = clonecheck.fuzz(my_clone.clone, cases=100, seed=1, obligations='completes,outputs')
        self.assertEqual({finding.signature for finding in run.errors},
                         {'clone/' + signature for signature in test_my_clone.ACCEPTED})


class BadInput(unittest.TestCase):

    def test_texts_are_those_of_the_command(self):
        for arguments, call in (
                (['fuzz', '--cloners', 'nobody'], lambda: clonecheck.fuzz('nobody')),
                (['fuzz', '--cloners', 'fixed@9'], lambda: clonecheck.fuzz(['fixed@9'])),
                (['fuzz', '--obligations', 'none'], lambda: clonecheck.fuzz(obligations='none')),
                (['fuzz', '--profile', 'x'], lambda: clonecheck.fuzz(profile='x')),
                (['check', 'nowhere.json'], lambda: clonecheck.check(pathlib.Path('nowhere.json'))),
                (['check', 'judge'], lambda: clonecheck.check(pathlib.Path('judge'))),
                (['check', __file__], lambda: clonecheck.check(pathlib.Path(__file__)))):
            printed, run = command(*arguments)
            self.assertIsNone(run)
            with self.assertRaises(ValueError) as raised:
                call()
            self.assertEqual('clonecheck: %s\n' % raised.exception, printed)

    def test_a_model_that_keras_refuses_is_bad_input(self):
        refused = dict(TWO_OUTPUTS, layers=[{'class': 'Conv1D', 'config': {'filters': 1, 'kernel_size': 1}}],
                       model={'inputs': ['i0'], 'outputs': ['c0']})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'model.json')
            with open(path, 'w') as file:
                json.dump(refused, file)
            printed, _ = command('check', path)
            with self.assertRaises(ValueError) as raised:
                clonecheck.check(pathlib.Path(path))
        self.assertEqual('clonecheck: %s\n' % raised.exception, printed)
        self.assertIn('Keras 2.2.4 refuses', printed)
        with self.assertRaisesRegex(ValueError, '^the model: Keras 2.2.4 refuses'):
            clonecheck.check(refused)

    def test_other_bad_arguments_are_refused_with_advice(self):
        for error, text, call in (
                (ValueError, 'the model: ', lambda: clonecheck.check('{')),
                (ValueError, 'the model: ', lambda: clonecheck.check({})),
                (ValueError, 'cases: 0 is no whole number', lambda: clonecheck.fuzz(cases=0)),
                (TypeError, 'cases: give a whole number', lambda: clonecheck.fuzz(cases=1.5)),
                (ValueError, 'seed: -1 is no whole number', lambda: clonecheck.fuzz(seed=-1)),
                (ValueError, 'seed: ', lambda: clonecheck.fuzz(seed=2**64)),
                (ValueError, 'jobs: ', lambda: clonecheck.fuzz(jobs=-1)),
                (ValueError, 'not both', lambda: clonecheck.fuzz(cases=1, seconds=1)),
                (ValueError, 'seconds: ', lambda: clonecheck.fuzz(seconds=float('nan'))),
                (ValueError, 'seconds: ', lambda: clonecheck.fuzz(seconds=0)),
                (ValueError, 'no cloner is named', lambda: clonecheck.fuzz([])),
                (ValueError, 'named twice', lambda: clonecheck.fuzz('fixed,fixed')),
                (ValueError, 'named twice', lambda: clonecheck.fuzz([my_clone.clone, my_clone.clone])),
                (TypeError, 'a name or a function, not a int', lambda: clonecheck.fuzz([5])),
                (TypeError, 'model_json: ', lambda: clonecheck.check(5)),
                (TypeError, 'profile: ', lambda: clonecheck.fuzz(profile=None))):
            with self.assertRaisesRegex(error, text):
                call()

    def test_strict_refuses_what_nobody_knows(self):
        unknown = {'class_name': 'Sequential', 'config': [
            {'class_name': 'Mine', 'config': {'name': 'mine', 'batch_input_shape': [None, 3]}}]}
        self.assertEqual(clonecheck.check(unknown, 'fixed').errors, ())
        with self.assertRaisesRegex(ValueError, "the model: .*of the class .Mine. that clonecheck does not know"):
            clonecheck.check(unknown, 'fixed', strict=True)


class Interrupts(unittest.TestCase):

    def test_ctrl_c_ends_a_run_of_named_cloners(self):
        timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            clonecheck.fuzz('fixed', seconds=60)

    def test_ctrl_c_ends_a_run_of_functions(self):
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            clonecheck.fuzz(my_clone.clone, seconds=60)


if __name__ == '__main__':
    unittest.main()
