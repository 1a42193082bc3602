"""without_shadow_memory: a program built without the sanitizers that have shadow memory, whatever the rest is built with.

AddressSanitizer, ThreadSanitizer and MemorySanitizer ask for terabytes of address space, which a program with a limit of its own does not have;
the programs that start it can then still be looked at. UndefinedBehaviorSanitizer stays.
"""

_OPTIONS = [
    "//command_line_option:copt",
    "//command_line_option:linkopt",
]

_TAKEN_OUT = [
    "-fsanitize=address",
    "-fsanitize=thread",
    "-fsanitize=memory",
    "-fsanitize=fuzzer-no-link",
    "-fno-sanitize-coverage=trace-cmp",
    "-DNDEBUG_SANITIZER",
]

def _transition_impl(settings, _attr):
    return {name: [option for option in settings[name] if option not in _TAKEN_OUT] for name in _OPTIONS}

_transition = transition(
    implementation = _transition_impl,
    inputs = _OPTIONS,
    outputs = _OPTIONS,
)

def _without_shadow_memory_impl(ctx):
    binary = ctx.attr.binary[0][DefaultInfo]
    link = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = link, target_file = binary.files_to_run.executable, is_executable = True)
    return [DefaultInfo(
        executable = link,
        files = depset([link]),
        runfiles = ctx.runfiles([link]).merge(binary.default_runfiles),
    )]

without_shadow_memory = rule(
    implementation = _without_shadow_memory_impl,
    doc = "The program `binary`, and all that is linked into it, so built. Where no such sanitizer is asked for, the same program.",
    attrs = {
        "binary": attr.label(
            doc = "a cc_binary",
            mandatory = True,
            executable = True,
            cfg = _transition,
        ),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
    executable = True,
)
