"""Bazel's own rule sets (rules_cc, rules_java, rules_proto, bazel_skylib).

Bazel downloads these when a WORKSPACE does not name them; Debian ships them as
packages, which need no network. Not for rule sets that our BUILD files load.
"""

# name: (Debian package, its folder)
_TREES = {
    "bazel_skylib": ("bazel-skylib", "/usr/share/bazel/tools/skylib"),
    "rules_cc": ("bazel-rules-cc", "/usr/share/bazel/rules/cc"),
    "rules_java": ("bazel-rules-java", "/usr/share/bazel/rules/java"),
    "rules_proto": ("bazel-rules-proto", "/usr/share/bazel/rules/proto"),
}

# Debian's rules_cc is newer than Debian's Bazel: these two files call
# use_cpp_toolchain, which Bazel 4 does not have. Bazel 4's own tools hold the
# same rules in a form that it understands.
_RULES_CC_FIXES = {
    "//cc/private/rules_impl:cc_flags_supplier.bzl": "@bazel_tools//tools/cpp:cc_flags_supplier.bzl",
    "//cc/private/rules_impl:compiler_flag.bzl": "@bazel_tools//tools/cpp:compiler_flag.bzl",
}

def _symlink_children(ctx, tree, into, skip):
    for child in tree.readdir():
        if child.basename not in skip:
            ctx.symlink(child, into + child.basename)

def _bazel_rules_impl(ctx):
    package, folder = _TREES[ctx.name]
    tree = ctx.path(folder)
    if not tree.exists:
        fail("@%s: %s is not there. Run tools/setup, which installs the package %s." %
             (ctx.name, folder, package))

    if ctx.name != "rules_cc":
        _symlink_children(ctx, tree, "", [])
        return

    _symlink_children(ctx, tree, "", ["cc"])
    _symlink_children(ctx, tree.get_child("cc"), "cc/", ["BUILD", "defs.bzl"])
    defs = ctx.read(tree.get_child("cc").get_child("defs.bzl"))
    for theirs, ours in _RULES_CC_FIXES.items():
        defs = defs.replace(theirs, ours)
    ctx.file("cc/defs.bzl", defs)
    ctx.file("cc/BUILD", "")

bazel_rules = repository_rule(
    implementation = _bazel_rules_impl,
    doc = "One of Bazel's rule sets, by its usual name, from the system's package.",
    local = True,
)
