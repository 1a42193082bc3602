"""cc_library, cc_binary and cc_test as this repository has them: those of Bazel, with precompiled headers and some optimization.

In a build without `-c` (fastbuild) the libraries of core and campaign are compiled with -O1: tests spend their time in them, and they compile
as fast and run three to five times as fast. Everything else keeps the configuration's options, the tests themselves too.
"""

load("@rules_cc//cc:defs.bzl", _cc_binary = "cc_binary", _cc_library = "cc_library", _cc_test = "cc_test")

_OPTIMIZED_ROOMS = ["core", "campaign"]

_OPTIMIZED = select({
    str(Label("//tools:fastbuild")): ["-O1"],
    "//conditions:default": [],
})

_JSON = "@nlohmann_json//:"
_TEST = "@com_google_googletest//:"

# The precompiled headers of a target that has all of these libraries in its own deps; the first that fits is taken.
_HEADERS = [
    ([_TEST, _JSON], str(Label("//tools:json_test_headers"))),
    ([_TEST], str(Label("//tools:test_headers"))),
    ([_JSON], str(Label("//tools:json_headers"))),
    ([], str(Label("//tools:common_headers"))),
]

def _headers(deps):
    for libraries, headers in _HEADERS:
        if all([[dep for dep in deps if dep.startswith(library)] for library in libraries]):
            return headers
    return fail("no headers for " + repr(deps))

def _with_headers(kwargs, optimization = []):
    """Returns the attributes of a target with what is said above."""

    # Headers alone are not compiled, C has other headers, and options of a target's own may be none that a precompiled header was made with.
    sources = [source for source in kwargs.get("srcs", []) if source.endswith(".cc")]
    if not sources or kwargs.get("copts"):
        return dict(kwargs, copts = kwargs.get("copts", []) + optimization)
    deps = kwargs.get("deps", [])
    headers = _headers(deps)
    return dict(
        kwargs,
        copts = optimization + ["$(PRECOMPILED_HEADER)"],
        deps = deps + [headers],
        toolchains = kwargs.get("toolchains", []) + [headers],
    )

def cc_library(**kwargs):
    room = native.package_name().split("/")[0]
    _cc_library(**_with_headers(kwargs, _OPTIMIZED if room in _OPTIMIZED_ROOMS else []))

def cc_binary(**kwargs):
    _cc_binary(**_with_headers(kwargs))

def cc_test(**kwargs):
    _cc_test(**_with_headers(kwargs))
