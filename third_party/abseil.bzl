"""Abseil, under its own labels: @com_google_absl//absl/strings, //absl/flags:flag and so on.

The system's package says in its pkg-config files which library needs which;
this rule turns each file into a target of the package //pc, and the labels of
_LABELS into aliases of those. Labels whose library the system does not have
(absl/log in Abseil 2022) are left out, so that naming one is an error that
names it. From source, Abseil has its own BUILD files.
"""

load(":from_source.bzl", "FROM_SOURCE", "archive", "debian_archive", "unpack_source")
load(":system_package.bzl", "find_in_library_dirs", "find_system_package")

# Debian's was built; the other has the published SHA-256 and was not downloaded.
_SOURCE = [
    debian_archive(
        "abseil",
        "abfe2897f3a30edaa74bc34365afe3c2a3cd012091a97dc7e008f7016adcd5fe",
        "abseil-20220623.1",
    ),
    archive(
        "https://github.com/abseil/abseil-cpp/archive/refs/tags/20220623.1.tar.gz",
        "91ac87d30cc6d79f9ab974c51874a704de9c2647c40f6932597329a282217ba8",
        "abseil-cpp-20220623.1",
    ),
]

# package: {target: pkg-config name without "absl_"}. "" stands for the same name.
_LABELS = {
    "absl/algorithm": {"algorithm": "", "container": "algorithm_container"},
    "absl/base": {"base": "", "config": "", "core_headers": "", "endian": "", "log_severity": "", "no_destructor": "", "nullability": ""},
    "absl/cleanup": {"cleanup": ""},
    "absl/container": {"btree": "", "fixed_array": "", "flat_hash_map": "", "flat_hash_set": "", "inlined_vector": "", "node_hash_map": "", "node_hash_set": ""},
    "absl/debugging": {"failure_signal_handler": "", "leak_check": "", "stacktrace": "", "symbolize": ""},
    "absl/flags": {"commandlineflag": "flags_commandlineflag", "config": "flags_config", "flag": "flags", "marshalling": "flags_marshalling", "parse": "flags_parse", "program_name": "flags_program_name", "reflection": "flags_reflection", "usage": "flags_usage", "usage_internal": "flags_usage_internal"},
    "absl/functional": {"any_invocable": "", "bind_front": "", "function_ref": "", "overload": ""},
    "absl/hash": {"hash": ""},
    "absl/log": {"absl_check": "", "absl_log": "", "check": "", "die_if_null": "", "globals": "log_globals", "initialize": "log_initialize", "log": ""},
    "absl/memory": {"memory": ""},
    "absl/meta": {"type_traits": ""},
    "absl/numeric": {"bits": "", "int128": ""},
    "absl/random": {"bit_gen_ref": "random_bit_gen_ref", "distributions": "random_distributions", "random": "random_random", "seed_sequences": "random_seed_sequences"},
    "absl/status": {"status": "", "statusor": ""},
    "absl/strings": {"cord": "", "str_format": "", "string_view": "", "strings": ""},
    "absl/synchronization": {"synchronization": ""},
    "absl/time": {"civil_time": "", "time": "", "time_zone": ""},
    "absl/types": {"any": "", "compare": "", "optional": "", "span": "", "variant": ""},
    "absl/utility": {"utility": ""},
}

_PUBLIC = 'package(default_visibility = ["//visibility:public"])\n'

def _fields(text):
    """Returns the "Name: value" lines of a pkg-config file as a dict."""
    fields = {}
    for line in text.split("\n"):
        name, colon, value = line.partition(": ")
        if colon:
            fields[name] = value.strip()
    return fields

def _required(requires):
    """Returns the names in "absl_base = 2022, absl_config = 2022"."""
    return [item.strip().split(" ")[0] for item in requires.split(",") if item.strip()]

def _linkopts(ctx, folder, libs):
    """Returns the flags of a Libs field, with Abseil's own libraries as archives.

    Archives, because programs start faster, run where Abseil is not installed,
    and hold one copy of each registry (flags) all the same.
    """
    linkopts = []
    for flag in libs.split(" "):
        archive = "lib%s.a" % flag[len("-l"):]
        if flag.startswith("-labsl_") and folder.get_child(archive).exists:
            linkopts.append("-l:" + archive)
        elif flag and not flag.startswith("-L"):
            linkopts.append(flag)
    return linkopts

def _leave_out_wasm(ctx):
    """Takes two processors out of Abseil's BUILD file that Bazel 4 has no name for."""
    build = ctx.read("absl/BUILD.bazel")
    for setting in ["platforms_wasm32", "platforms_wasm64"]:
        build = build.replace('        ":%s",\n' % setting, "")
    ctx.file("absl/BUILD.bazel", build)

def _abseil_impl(ctx):
    if unpack_source(ctx, _SOURCE):
        _leave_out_wasm(ctx)
        return
    find_system_package(ctx, "libabsl-dev", "absl/strings/string_view.h")
    folder = find_in_library_dirs(ctx, "pkgconfig/absl_strings.pc")
    if not folder:
        fail("@%s: its headers are there, but not absl_strings.pc. Install libabsl-dev (tools/setup does)." % ctx.name)

    found = {}
    build = _PUBLIC
    for file in folder.get_child("pkgconfig").readdir():
        if not (file.basename.startswith("absl_") and file.basename.endswith(".pc")):
            continue
        name = file.basename[:-len(".pc")]
        fields = _fields(ctx.read(file))
        found[name] = True
        build += "\ncc_library(\n    name = %r,\n    linkopts = %r,\n    deps = %r,\n)\n" % (
            name,
            _linkopts(ctx, folder, fields.get("Libs", "")),
            [":" + other for other in _required(fields.get("Requires", ""))],
        )
    ctx.file("pc/BUILD", build)

    for package, targets in _LABELS.items():
        build = _PUBLIC
        for target, library in targets.items():
            name = "absl_" + (library or target)
            if name in found:
                build += "\nalias(\n    name = %r,\n    actual = \"//pc:%s\",\n)\n" % (target, name)
        ctx.file(package + "/BUILD", build)

abseil = repository_rule(
    implementation = _abseil_impl,
    doc = "Abseil from the system's package, or from source.",
    local = True,
    environ = FROM_SOURCE,
)
