// `clonecheck list`: what there is to choose from, one line each.
#include <cstdio>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/terminal_text.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/layers/layer_kind.h"
#include "core/oracle/obligation.h"
#include "core/search/grammar.h"
#include "core/search/profile.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

// The first word of a line is a name here, too: completion reads it.
std::string TargetLine(absl::string_view name, absl::string_view command) {
  return absl::StrFormat(
      "%-20s %s; for %s\n", name,
      FindTarget(name).ok()
          ? "installed"
          : absl::StrCat("not installed: ", InstallCommand(name)),
      command);
}

int Run(const std::string& what) {
  std::string text;
  if (what == "cloners") {
    for (const auto* cloners : {&AllCloners(), &AllMutants()}) {
      for (const Cloner& cloner : *cloners) {
        absl::StrAppendFormat(&text, "%-28s %s; engines %s\n", cloner.name,
                              cloner.summary,
                              absl::StrJoin(cloner.engines, ", "));
      }
    }
  } else if (what == "layers") {
    for (const LayerKind* kind : AllLayerKinds()) {
      absl::StrAppend(&text, kind->class_name(), "\n");
    }
  } else if (what == "obligations") {
    for (const Obligation* obligation : AllObligations()) {
      absl::StrAppendFormat(&text, "%-18s %-8s %s\n", obligation->name,
                            SeverityName(obligation->severity),
                            obligation->summary);
    }
  } else if (what == "targets") {
    for (absl::string_view target : TargetNames()) {
      text += TargetLine(target, "fidelity");
    }
    for (absl::string_view target : HuntTargetNames()) {
      text += TargetLine(target, "fuzz --target");
    }
  } else if (what == "grammars") {
    for (const Grammar& grammar : AllGrammars()) {
      absl::StrAppendFormat(&text, "%-12s %s\n", grammar.name, grammar.summary);
    }
  } else {
    for (const Profile& profile : AllProfiles()) {
      absl::StrAppendFormat(&text, "%-12s %s\n", profile.name, profile.summary);
    }
  }
  Say(text);
  return kExitNothingFound;
}

}  // namespace

void AddListCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("list", "what there is to choose from");
  auto what = std::make_shared<std::string>();
  command
      ->add_option(
          "WHAT", *what,
          "cloners, grammars, layers, obligations, profiles or targets")
      ->required()
      ->check(OneOf(std::vector<std::string>(std::begin(kThingsToList),
                                             std::end(kThingsToList))));
  command->footer(
      "Example: clonecheck list cloners\n"
      "Exit code: 0, or 2 for bad usage.");
  command->callback([what, exit_code] { *exit_code = Run(*what); });
}

}  // namespace clonecheck
