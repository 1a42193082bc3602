"""The last part of a printed script: does what was found show? Exit code: 0 no, 1 yes, 2 the original does not work, 3 something else.

Texts with $OPERATION, $BASE, $LOOK, $TYPE and $SECONDS to be filled in. Of each look: what is taken of the original, and what is
asked when the operation has been done.
"""

BEGIN = '''\
# What nobody foresaw is no finding.
sys.excepthook = lambda *error: (sys.__excepthook__(*error), sys.stdout.flush(), os._exit(3))
try:
    model = build()
$ORIGINAL\
except Exception as error:
    print('The original does not work: %s' % error)
    sys.exit(2)
'''

OPERATE = '''\
try:
    made = $OPERATION(model)
except Exception as error:
    print('$OPERATION raised %s: %s' % (type(error).__name__, error))
    sys.exit(1 if type(error).__name__ == '$RAISES' else 3)
'''

OPERATE_IN_TIME = '''\
import signal


class TooLong(BaseException):
    pass


def stop(*_):
    raise TooLong()


signal.signal(signal.SIGPROF, stop)
# Seconds of work, not of waiting.
signal.setitimer(signal.ITIMER_PROF, $SECONDS)
try:
    made = $OPERATION(model)
except TooLong:
    print('$OPERATION did not end within $SECONDS seconds')
    sys.exit(1)
'''

DIFFERENT = '''\
if not close(before, after):
    print('$DIFFERENCE:')
    print('of the original:', json.dumps(before))
    print('and after it:   ', json.dumps(after))
    sys.exit(1)
print('no difference')
'''

# look: (of the original, how the operation is done, what is asked then)
PARTS = {
    'raised': ('', OPERATE, "print('$OPERATION raised nothing')\n"),
    'endless': ('', OPERATE_IN_TIME, "print('$OPERATION ended')\n"),
    'unusable': ('    outputs_and_masks(model, SEED)\n', OPERATE, '''\
try:
    outputs_and_masks(made, SEED)
except Exception as error:
    print('What $OPERATION made raised %s: %s' % (type(error).__name__, error))
    sys.exit(1 if type(error).__name__ == '$TYPE' else 3)
print('what $OPERATION made works')
'''),
    'touched': ('    before = look_itself(model)\n', OPERATE,
                'after = look_itself(model)\n' + DIFFERENT.replace('$DIFFERENCE', '$OPERATION changed the original')),
    'shared': ('', OPERATE, '''\
shared = [v.name for v in variables_of(made) if any(v is other for other in variables_of(model))]
if shared:
    print('$OPERATION shares variables with the original:', shared)
    sys.exit(1)
print('nothing is shared')
'''),
    'kept': ('    set_weights(model, SEED)\n    before = look_kept(model)\n', OPERATE,
             'after = look_kept(made)\n' + DIFFERENT.replace('$DIFFERENCE', '$OPERATION does not keep the weights')),
    'look': ('    before = $LOOK($BASE(model))\n', OPERATE,
             'after = $LOOK(made)\n' + DIFFERENT.replace('$DIFFERENCE', '$LOOK differs after $OPERATION')),
}


def check(request, base, seconds):
    """The text for the `step`, `look` and `type` of a request. `base`: what is done to the original, a function or ''."""
    look = request['look']
    original, operate, ask = PARTS[look if look in PARTS else 'look']
    text = BEGIN.replace('$ORIGINAL', original) + operate + ask
    for word, value in (('$RAISES', request.get('type', '') if look == 'raised' else ''), ('$OPERATION', request['step']),
                        ('$BASE', base), ('$LOOK', 'look_' + look), ('$TYPE', request.get('type', '')), ('$SECONDS', str(seconds))):
        text = text.replace(word, value)
    return text
