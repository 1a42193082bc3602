"""Every repository that a BUILD file of clonecheck may name, in one call.

For clonecheck's own WORKSPACE and for that of a project that builds on it
(docs/integrating.md). What that WORKSPACE has defined before stays as it is.
"""

load(":abseil.bzl", "abseil")
load(":bazel_rules.bzl", "bazel_rules")
load(":benchmark.bzl", "benchmark")
load(":cli11.bzl", "cli11")
load(":eigen.bzl", "eigen")
load(":googletest.bzl", "googletest")
load(":graphviz.bzl", "graphviz")
load(":nlohmann_json.bzl", "nlohmann_json")
load(":pugixml.bzl", "pugixml")
load(":pybind11.bzl", "pybind11")
load(":python.bzl", "python")
load(":rapidcheck.bzl", "rapidcheck")
load(":remote_coverage_tools.bzl", "remote_coverage_tools")

# name: its rule. First what Bazel itself asks for, then what our code uses.
_REPOSITORIES = {
    "bazel_skylib": bazel_rules,
    "remote_coverage_tools": remote_coverage_tools,
    "rules_cc": bazel_rules,
    "rules_java": bazel_rules,
    "rules_proto": bazel_rules,
    # Our code.
    "cli11": cli11,
    "com_github_google_benchmark": benchmark,
    "com_google_absl": abseil,
    "com_google_googletest": googletest,
    "eigen": eigen,
    "graphviz": graphviz,
    "nlohmann_json": nlohmann_json,
    "pugixml": pugixml,
    "pybind11": pybind11,
    "python": python,
    "rapidcheck": rapidcheck,
}

def clonecheck_dependencies():
    """Defines those that are not defined yet. Downloads nothing."""
    for name, rule in _REPOSITORIES.items():
        if native.existing_rule(name) == None:
            rule(name = name)
