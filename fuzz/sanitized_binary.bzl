"""sanitized_binary: a program built with AddressSanitizer and UndefinedBehaviorSanitizer, whatever the rest is built with."""

load("//tools:built_otherwise.bzl", "COMPILER_AND_LINKER", "built_otherwise_rule")

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

_sanitize = transition(
    implementation = _sanitize_impl,
    inputs = COMPILER_AND_LINKER,
    outputs = COMPILER_AND_LINKER + ["//command_line_option:strip"],
)

sanitized_binary = built_otherwise_rule(
    doc = "The program `binary`, and all that is linked into it, with both sanitizers; stops at the first report.",
    configuration = _sanitize,
)
