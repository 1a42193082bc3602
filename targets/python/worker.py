"""What the workers of tf-keras and Keras 3 share: the steps of a case, and the scripts that show what was found.

Protocol: docs/targets.md. Answers hold facts; what they mean is decided by who asked (targets/hunt_verdict.cc).
"""

import gc
import inspect
import os
import re
import resource
import sys
import time
import traceback

import worker_confirm
import worker_errors
import worker_protocol
import speed
import time_limit

HERE = os.path.dirname(os.path.abspath(__file__))
KERAS2 = os.path.join(HERE, os.pardir, 'keras2')
# What a Graph may name: the words of Keras 2's worker, and then what is other, or new, in later frameworks.
DEFINITIONS = [os.path.join(KERAS2, 'vocabulary.py'), os.path.join(HERE, 'definitions.py')]
# What of them only that worker uses.
NOT_FOR_SCRIPTS = ('FUNCTIONS', 'OUTPUTS', 'MASKS', 'CLASSES', 'new_lambda')

# What is looked at, and so judged, of what an operation gave; all else by default.
LOOKS = ('outputs', 'masks', 'weights', 'sharing', 'trainable', 'dtypes', 'shapes', 'calls', 'masks_of_calls', 'config',
         'names', 'output_names', 'input_names', 'order')
# What a model given other inputs, or called as a layer, still owes. tf-keras names the inputs of a clone anew then.
ONLY = {
    'clone_as_layer': ('outputs', 'masks'),
    'clone_input_tensors': ('outputs', 'masks', 'weights', 'sharing', 'trainable', 'dtypes', 'shapes', 'masks_of_calls'),
}
# An operation whose result is held against something else than the model.
BASES = {'clone_as_layer': 'as_layer'}
# Operations that keep the values of weights.
KEEPS = ('save_keras', 'save_h5')
# Operations that a Sequential refuses, as documented.
FUNCTIONAL_ONLY = ('clone_with_calls',)

# Operations on a function of one's own are those that call it, and what it must take for them.
OWN = {'clone': None, 'clone_twice': None, 'clone_of_clone': None, 'clone_as_layer': None,
       'clone_input_tensors': 'input_tensors', 'clone_with_function': 'clone_function', 'clone_recursive': 'recursive',
       'clone_with_calls': 'call_function'}

# What takes running the model.
VALUES = ('outputs', 'masks')


def takes(function, keyword):
    parameters = inspect.signature(function).parameters
    return keyword in parameters or any(each.kind is each.VAR_KEYWORD for each in parameters.values())


def own_clone_model(arguments):
    """Takes --clone-model=FILE out of the arguments: FILE, or None."""
    for argument in arguments:
        if argument.startswith('--clone-model='):
            arguments.remove(argument)
            return os.path.abspath(argument.partition('=')[2])
    return None


class Worker:
    """One framework. `header` is the text that every script begins with; it defines keras, Layer, K, np, …

    `reset` is done before each case, so that names are the same each time, and `clear` now and then, to free what was held.
    `own`: a file whose clone_model is tried instead of the framework's.
    """

    def __init__(self, directory, header, dialect, steps, reset, clear, own=None):
        import graph_source
        import script
        self.header, self.dialect, self.steps, self.reset, self.clear = header, dialect, steps, reset, clear
        self.cases = 0
        self.graph_source = graph_source
        self.definitions = script.Pieces(DEFINITIONS, dialect.words, leave_out=NOT_FOR_SCRIPTS)
        self.pieces = script.Pieces(DEFINITIONS + [
            os.path.join(KERAS2, 'draw.py'), os.path.join(directory, 'look.py'), os.path.join(HERE, 'look.py'),
            os.path.join(HERE, 'close.py'), os.path.join(HERE, 'operations.py')], dialect.words, leave_out=NOT_FOR_SCRIPTS)
        if own is not None:
            self.pieces.replace('clone_model', 'clone_model = clone_model_of(%r)' % own, {'clone_model_of'})
        self.namespace = {'__name__': '__main__', '__builtins__': __builtins__}
        exec(compile(header, '<header>', 'exec'), self.namespace)
        self.pieces.run(self.namespace)
        if own is not None:
            function = self.namespace['clone_model']
            self.steps = [step for step in steps if step in OWN and (OWN[step] is None or takes(function, OWN[step]))]
        self.keras = self.namespace['keras']
        self.framework = os.path.dirname(os.path.abspath(self.keras.__file__))
        self.classes = self.pieces.classes()
        self.namespace['CLASSES'] = self.classes
        self.named = [name for name in self.definitions.order if self.namespace[name] is not None]
        self.keras.utils.get_custom_objects().update({name: self.namespace[name] for name in self.named})

    def versions(self):
        found = {'keras': self.keras.__version__, 'python': '%d.%d.%d' % sys.version_info[:3]}
        for name in ('tensorflow', 'jax', 'numpy'):
            if name in sys.modules:
                found[name] = sys.modules[name].__version__
        return found

    def hello(self):
        """What this worker can do. A Graph that holds other layers need not be sent."""
        layers = [name for name in dir(self.keras.layers) if isinstance(getattr(self.keras.layers, name), type)]
        return {'layers': sorted(set(layers) - set(self.dialect.gone)) + self.classes + ['Model', 'Sequential'],
                'calls_input_layers': not self.dialect.input_layer_is_no_function,
                'steps': ['build', 'predict'] + list(self.steps),
                'variants': list(self.dialect.variants)}

    # ---- Steps -------------------------------------------------------------------------------------------------------

    def looks(self, model, names):
        found = {}
        values = None
        for name in names:
            if name in ('outputs', 'masks'):
                if values is None:
                    values = self.namespace['outputs_and_masks'](model, self.seed)
                found[name] = values[name == 'masks']
            else:
                found[name] = self.namespace['look_' + name](model)
        return found

    def build(self):
        names = dict(self.namespace)
        self.statements = self.graph_source.Statements(self.graph, self.dialect, names, self.variants)
        self.model = self.statements.run()
        if not getattr(self.model, 'built', True) or not getattr(self.model, 'outputs', None):
            raise self.graph_source.Unsupported('a model without outputs')
        found = {}
        for name in LOOKS[2:]:
            try:
                found.update(self.looks(self.model, (name,)))
            except Exception:  # such as the config of a model that has none
                continue
        self.seen = set(found)
        return {'looks': found}

    def predict(self):
        first = self.looks(self.model, ('outputs', 'masks'))
        second = self.looks(self.model, ('outputs', 'masks'))
        self.computes = True
        return {'looks': first, 'deterministic': first == second}

    def operate(self, step):
        looked = [name for name in ONLY.get(step, LOOKS) if name in VALUES or name in self.seen]
        if not self.computes:
            looked = [name for name in looked if name not in ('outputs', 'masks')]
        result = {}
        if step in FUNCTIONAL_ONLY and isinstance(self.model, self.keras.Sequential):
            raise self.graph_source.Unsupported('a Sequential')
        if step in BASES:
            if not self.computes:
                return {'looks': {}}
            try:
                base = self.namespace[BASES[step]](self.model)
                result['base'] = self.looks(base, looked)
            except Exception as error:  # what the original cannot do, a clone need not
                raise self.graph_source.Unsupported('the original as a layer: %s' % type(error).__name__)
        if self.computes:
            self.namespace['set_weights'](self.model, self.seed)
        before = self.namespace['look_itself'](self.model)
        kept = self.namespace['look_kept'](self.model) if step in KEEPS else None
        made = self.namespace[step](self.model)
        after = self.namespace['look_itself'](self.model)
        if step not in BASES and before != after:
            result['touched'] = [before, after]
        if kept is not None:
            result['kept'] = [kept, self.namespace['look_kept'](made)]
        own = self.namespace['variables_of'](self.model)
        result['shared'] = [variable.name for variable in self.namespace['variables_of'](made)
                            if any(variable is other for other in own)] if step not in BASES else []
        result['looks'] = self.looks(made, [name for name in looked if name not in VALUES])
        try:
            result['looks'].update(self.looks(made, [name for name in looked if name in VALUES]))
        except Exception as error:
            result['unusable'] = worker_errors.raised(error, self.framework)
        return result

    def run_step(self, step, seconds):
        try:
            with time_limit.time_limit(seconds, of_work=True):
                return {'result': getattr(self, step)() if step in ('build', 'predict') else self.operate(step)}
        except self.graph_source.Unsupported as error:
            return {'unsupported': str(error)}
        except time_limit.TooLong:
            return {'raised': time_limit.raised(seconds)}
        except Exception as error:  # whatever a framework raises is an answer
            if os.environ.get('CLONECHECK_TRACE'):
                traceback.print_exc()
            return {'raised': worker_errors.raised(error, self.framework)}

    def begin(self, request):
        self.cases += 1
        self.model = self.statements = None
        if self.cases % speed.CASES_BETWEEN_COLLECTIONS == 0:
            self.clear(self.keras)
            gc.collect()
        self.reset(self.keras)
        self.graph, self.seed = request['graph'], request.get('seed', 1)
        self.variants = request.get('variants', [])
        self.namespace['SEED'] = self.seed
        self.computes = False

    def steps_of(self, request):
        self.begin(request)
        seconds = time_limit.step_seconds(request)
        found = {}
        for step in request['steps']:
            if step not in ('build', 'predict') and step not in self.steps:
                found[step] = {'unsupported': 'no step %s' % step}
                continue
            if step != 'build' and 'result' not in found.get('build', {}):
                continue
            found[step] = self.run_step(step, seconds)
            if step == 'build' and 'raised' in found[step]:
                found[step]['raised']['at'] = self.statements.place
        return found

    # ---- Scripts -----------------------------------------------------------------------------------------------------

    def script(self, request):
        """A stand-alone script that shows a finding: `step`, and `look` or one of raised, touched, shared, kept."""
        self.begin(request)
        self.build()
        built = ''.join('    %s\n' % line.replace('\n', '\n    ') for line in self.statements.lines)
        import checks
        body = checks.check(request, BASES.get(request['step'], ''), time_limit.step_seconds(request))
        names = set(re.findall(r'\w+', built + body))
        used = [name for name in self.named if name in names]
        for name in self.pieces.closure(used):
            if name in self.named and name not in used:
                used.append(name)
        text = self.header.rstrip() + '\nSEED = %d\n' % self.seed
        text += self.pieces.text_of(sorted(names & set(self.pieces.order)))
        if used:
            text += '\n\nkeras.utils.get_custom_objects().update({%s})\n' % ', '.join("'%s': %s" % (n, n) for n in used)
        title = request.get('title', '')
        head = ''.join('# %s\n' % line for line in title.splitlines())
        head += '# Versions: %s.\n' % ', '.join('%s %s' % pair for pair in sorted(self.versions().items()))
        head += '# Exit code: 0 it does not show here, 1 it shows, 2 the original does not work.\n'
        return head + text + '\n\ndef build():\n%s    return model\n\n\n%s' % (built, body)

    # ---- Requests ----------------------------------------------------------------------------------------------------

    def answer(self, request):
        if request.get('operation') == 'hello':
            return {'hello': self.hello()}
        if request.get('operation') == 'script':
            try:
                return {'script': self.script(request)}
            except self.graph_source.Unsupported as error:
                return {'unsupported': str(error)}
        if request.get('operation') == 'confirm':
            return worker_confirm.confirm(request['script'])
        # Kilobytes, the most that there ever were.
        begin = time.perf_counter()
        steps = self.steps_of(request)
        return {'steps': steps, 'seconds': time.perf_counter() - begin,
                'memory_mb': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}


def serve(make_worker):
    """Answers requests by a worker. `make_worker` imports the framework."""
    def settled():
        try:
            worker = make_worker()
        except ImportError as error:
            print('worker: %s. Run tools/setup-targets to install it.' % error, file=sys.stderr)
            sys.exit(2)
        speed.settle()
        return worker

    worker_protocol.serve(settled)
