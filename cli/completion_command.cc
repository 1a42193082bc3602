// `clonecheck completion`: a script with which a shell completes commands,
// options, the words that an option may be given, and the names that
// `clonecheck list` prints.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal_text.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

// Options whose values `clonecheck list` knows, and the list.
constexpr std::pair<const char*, const char*> kListed[] = {
    {"--cloner", "cloners"},   {"--cloners", "cloners"},
    {"--grammar", "grammars"}, {"--obligations", "obligations"},
    {"--preserve", "cloners"}, {"--profile", "profiles"},
};

// Everything of bash's that is the same for all programs. After the last comma
// of a list its next name is completed.
constexpr char kBash[] = R"sh(_clonecheck() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= first= names= head= number=
  # `--option=value` is three words.
  [[ $word != = ]] || word=
  [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD-2]}
  case ${COMP_WORDS[1]} in
$OPTIONS$
  esac
  case $before in
$LISTS$
  esac
  case "${COMP_WORDS[1]} $before" in
$WORDS$
$NUMBERS$
  esac
  if [ "$COMP_CWORD" = 1 ]; then
    first='$COMMANDS$'
    [[ $word != -* ]] || first='$BEFORE$'
    COMPREPLY=($(compgen -W "$first" -- "$word"))
  elif [ -n "$number" ]; then
    COMPREPLY=()
  elif [ -n "$names" ]; then
    [[ $word != *,* ]] || head=${word%,*},
    COMPREPLY=($(compgen -P "$head" -W "$names" -- "${word##*,}"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [ -n "$first" ]; then
    COMPREPLY=($(compgen -W "$first" -- "$word"))
  else
    # Names of files may hold blanks; only here may a folder get its slash.
    COMPREPLY=()
    while IFS= read -r first; do COMPREPLY+=("$first"); done < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
  fi
}
_clonecheck_list() {
  "${COMP_WORDS[0]}" list "$1" 2>/dev/null | cut -d' ' -f1
}
complete -F _clonecheck clonecheck
)sh";
// zsh runs the same between these. It has no `compopt`: all names are those of
// files, or folders get no slash.
constexpr char kZshBefore[] =
    "(( $+functions[compdef] )) || { autoload -U compinit && compinit; }\n"
    "autoload -U +X bashcompinit && bashcompinit\n";
constexpr char kZshAfter[] =
    "complete -o filenames -F _clonecheck clonecheck\n";

// The option of the command, as bash's `case` takes it.
std::string Case(const CLI::App& command, const CLI::Option& option) {
  return absl::StrCat("'", command.get_name(), " ", option.get_name(), "'");
}

// After these nothing can be completed: no names of files, above all.
bool IsNumber(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return absl::StartsWith(type, "INT") || absl::StartsWith(type, "UINT") ||
         absl::StartsWith(type, "FLOAT");
}

std::string Script(const CLI::App& app) {
  const std::vector<std::string> commands = CommandNames(app);
  std::vector<std::string> options;
  std::vector<std::string> words;
  std::vector<std::string> numbers;
  for (const CLI::App* command : app.get_subcommands({})) {
    options.push_back(absl::StrCat("    ", command->get_name(), ") options='",
                                   absl::StrJoin(LongNames(*command), " "),
                                   "'"));
    for (const CLI::Option* option : command->get_options()) {
      std::string choice = absl::StrJoin(WordsOf(*option), " ");
      if (option->check_name("--target")) {
        choice =
            absl::StrJoin(command->get_name() == "fidelity" ? TargetNames()
                                                            : HuntTargetNames(),
                          " ");
      }
      if (IsNumber(*option)) numbers.push_back(Case(*command, *option));
      if (choice.empty()) continue;
      if (option->get_positional()) {
        absl::StrAppend(&options.back(), " first='", choice, "'");
        continue;
      }
      words.push_back(absl::StrCat("    ", Case(*command, *option), ") names='",
                                   choice, "' ;;"));
    }
    options.back() += " ;;";
  }
  std::vector<std::string> lists;
  for (const auto& [option, list] : kListed) {
    lists.push_back(absl::StrCat("    ", option, ") names=$(_clonecheck_list ",
                                 list, ") ;;"));
  }
  return absl::StrReplaceAll(
      kBash, {{"$OPTIONS$", absl::StrJoin(options, "\n")},
              {"$LISTS$", absl::StrJoin(lists, "\n")},
              {"$WORDS$", absl::StrJoin(words, "\n")},
              {"$NUMBERS$", absl::StrCat("    ", absl::StrJoin(numbers, " | "),
                                         ") number=1 ;;")},
              {"$COMMANDS$", absl::StrJoin(commands, " ")},
              {"$BEFORE$", absl::StrJoin(LongNames(app), " ")}});
}

}  // namespace

void AddCompletionCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand(
      "completion", "print a script that completes command lines");
  auto shell = std::make_shared<std::string>("bash");
  command->add_option("SHELL", *shell, "bash or zsh")
      ->check(OneOf({"bash", "zsh"}))
      ->capture_default_str();
  command->footer(
      "Example: source <(clonecheck completion bash)\n"
      "Exit code: 0, or 2 for bad usage.");
  command->callback([&app, shell, exit_code] {
    const bool is_zsh = *shell == "zsh";
    Say(absl::StrCat(is_zsh ? kZshBefore : "", Script(app),
                     is_zsh ? kZshAfter : ""));
    *exit_code = kExitNothingFound;
  });
}

}  // namespace clonecheck
