"""built_otherwise_rule: makes a rule that gives a program as it is in another configuration, with all that is linked into it."""

# What such a transition reads and writes.
COMPILER_AND_LINKER = [
    "//command_line_option:copt",
    "//command_line_option:linkopt",
]

def _built_otherwise_impl(ctx):
    binary = ctx.attr.binary[0][DefaultInfo]
    link = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = link, target_file = binary.files_to_run.executable, is_executable = True)
    return [DefaultInfo(
        executable = link,
        files = depset([link]),
        runfiles = ctx.runfiles([link]).merge(binary.default_runfiles),
    )]

def built_otherwise_rule(doc, configuration):
    """A rule of the one attribute `binary`, a cc_binary. REQUIRES: `configuration` is a transition to one configuration."""
    return rule(
        implementation = _built_otherwise_impl,
        doc = doc,
        attrs = {
            "binary": attr.label(
                doc = "a cc_binary",
                mandatory = True,
                executable = True,
                cfg = configuration,
            ),
            "_allowlist_function_transition": attr.label(
                default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
            ),
        },
        executable = True,
    )
