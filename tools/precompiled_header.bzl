"""precompiled_header: headers of libraries, parsed once for a configuration rather than once for each file that includes them.

Two thirds of the time of compiling a file of core go to the headers of Abseil and of the standard library (docs/testing.md). Files go on
including what they use: what is precompiled is only read faster. cc.bzl says which file gets which.
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# Make variable of this rule: the options for a file that is compiled with its header.
_VARIABLE = "PRECOMPILED_HEADER"

def _without(ctx):
    """Returns why nothing is to be precompiled here, or None."""
    if ctx.var.get("precompiled_headers") == "no":
        return "--define=precompiled_headers=no"
    if "clang" not in find_cpp_toolchain(ctx).compiler:
        return "the directory of variants and -fno-pch-timestamp are Clang's"

    # A precompiled header names the headers it was made of by their absolute paths, which are in the sandbox then.
    for dep in ctx.attr.deps:
        for header in dep[CcInfo].compilation_context.headers.to_list():
            if header.is_source or not header.path.endswith(".cppmap"):
                return "libraries are built from source"
    return None

def _flags(ctx, pic):
    """Returns the options of this configuration for C++, without those of one file."""
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        # They name the module of one target; what layering_check changes in the language is added below.
        unsupported_features = ctx.disabled_features + ["module_maps", "layering_check", "use_module_maps"],
    )
    options = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = "c++-compile",
        variables = cc_common.create_compile_variables(
            feature_configuration = features,
            cc_toolchain = toolchain,
            user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts,
            use_pic = pic,
        ),
    )
    if "layering_check" in ctx.features and "layering_check" not in ctx.disabled_features:
        options = options + ["-fmodules-strict-decluse"]
    compiler = cc_common.get_tool_for_action(feature_configuration = features, action_name = "c++-compile")
    return compiler, options, toolchain.all_files

def _precompiled_header_impl(ctx):
    if _without(ctx):
        return [CcInfo(), platform_common.TemplateVariableInfo({_VARIABLE: ""})]

    includes = []
    for header in ctx.attr.headers:
        includes += ["-include", header]

    # Programs of an optimized build are compiled without -fPIC, libraries for Python with it; else all are with it.
    outputs = []
    for pic in [True, False] if ctx.var["COMPILATION_MODE"] == "opt" else [True]:
        compiler, options, tools = _flags(ctx, pic)
        for variant in ctx.attr.variants:
            output = ctx.actions.declare_file("%s/%d.pch" % (ctx.label.name, len(outputs)))
            ctx.actions.run_shell(
                # From standard input, since a file would be one that all that are compiled depend on.
                command = "exec \"$@\" < /dev/null",
                # Templates that the headers use are instantiated once, too. No time goes in, so that
                # the result is the same whenever it is made.
                arguments = [compiler] + options + (variant.split(" ") if variant else []) + includes + [
                    "-fpch-instantiate-templates",
                    "-Xclang",
                    "-fno-pch-timestamp",
                    "-w",
                    "-x",
                    "c++-header",
                    "-",
                    "-o",
                    output.path,
                ],
                inputs = depset(transitive = [tools]),
                outputs = [output],
                mnemonic = "CppPrecompile",
                progress_message = "Precompiling the headers of %s" % ctx.label,
            )
            outputs.append(output)

    # Of the files in a directory Clang takes the one that was made with the options at hand.
    return [
        DefaultInfo(files = depset(outputs)),
        CcInfo(compilation_context = cc_common.create_compilation_context(headers = depset(outputs))),
        platform_common.TemplateVariableInfo({_VARIABLE: "-Xclang -fno-pch-timestamp -include-pch " + outputs[0].dirname}),
    ]

precompiled_header = rule(
    implementation = _precompiled_header_impl,
    doc = "The headers, precompiled. A target takes it with `deps`, `toolchains` and the copt $(%s)." % _VARIABLE,
    attrs = {
        "headers": attr.string_list(
            doc = "as they are included, such as vector and absl/strings/str_cat.h",
            mandatory = True,
        ),
        "deps": attr.label_list(
            doc = "whose headers those are; nothing is precompiled where one is built from source",
            providers = [CcInfo],
        ),
        "variants": attr.string_list(
            doc = "options that some of the files have beyond the configuration's, each a variant; \"\" for none",
            default = [""],
        ),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
