"""without_shadow_memory: a program built without AddressSanitizer and ThreadSanitizer, whatever the rest is built with.

AddressSanitizer and ThreadSanitizer ask for terabytes of address space, which a program with a limit of its own does not have; the programs
that start it can then still be looked at. UndefinedBehaviorSanitizer stays, and so does MemorySanitizer, without whose run time its standard
library cannot be linked; such a program is built, and does not run.
"""

load(":built_otherwise.bzl", "COMPILER_AND_LINKER", "built_otherwise_rule")

_TAKEN_OUT = [
    "-fsanitize=address",
    "-fsanitize=thread",
    "-fsanitize=fuzzer-no-link",
    "-fno-sanitize-coverage=trace-cmp",
    "-DNDEBUG_SANITIZER",
]

def _transition_impl(settings, _attr):
    return {name: [option for option in settings[name] if option not in _TAKEN_OUT] for name in COMPILER_AND_LINKER}

_transition = transition(
    implementation = _transition_impl,
    inputs = COMPILER_AND_LINKER,
    outputs = COMPILER_AND_LINKER,
)

without_shadow_memory = built_otherwise_rule(
    doc = "The program `binary`, and all that is linked into it, so built. Where no such sanitizer is asked for, the same program.",
    configuration = _transition,
)
