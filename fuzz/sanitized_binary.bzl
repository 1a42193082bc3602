"""sanitized_binary: a program built with AddressSanitizer and UndefinedBehaviorSanitizer, whatever the rest is built with."""

# As --config=asan --config=ubsan have it (.bazelrc).
_COPTS = [
    "-O1",
    "-gline-tables-only",
    "-fno-omit-frame-pointer",
    "-U_FORTIFY_SOURCE",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-DNDEBUG_SANITIZER",
]
_LINKOPTS = [
    "-fsanitize=address,undefined",
    "-fsanitize-link-c++-runtime",
]

def _sanitize_impl(settings, _attr):
    copts = settings["//command_line_option:copt"]
    linkopts = settings["//command_line_option:linkopt"]

    # A build that has a sanitizer keeps the one that it was asked for.
    if not [copt for copt in copts if copt.startswith("-fsanitize=")]:
        copts = copts + _COPTS
        linkopts = linkopts + _LINKOPTS
    return {
        "//command_line_option:copt": copts,
        "//command_line_option:linkopt": linkopts,
        # As each configuration with a sanitizer has it; it cannot be read here.
        "//command_line_option:strip": "never",
    }

_OPTIONS = [
    "//command_line_option:copt",
    "//command_line_option:linkopt",
]

_sanitize = transition(
    implementation = _sanitize_impl,
    inputs = _OPTIONS,
    outputs = _OPTIONS + ["//command_line_option:strip"],
)

def _sanitized_binary_impl(ctx):
    binary = ctx.attr.binary[0][DefaultInfo]
    link = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = link, target_file = binary.files_to_run.executable, is_executable = True)
    return [DefaultInfo(
        executable = link,
        files = depset([link]),
        runfiles = ctx.runfiles([link]).merge(binary.default_runfiles),
    )]

sanitized_binary = rule(
    implementation = _sanitized_binary_impl,
    doc = "The program `binary`, and all that is linked into it, with both sanitizers; stops at the first report.",
    attrs = {
        "binary": attr.label(
            doc = "a cc_binary",
            mandatory = True,
            executable = True,
            cfg = _sanitize,
        ),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
    executable = True,
)
