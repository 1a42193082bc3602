// `clonecheck list`, help, and command lines that are wrong.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(List, each_list_has_what_other_commands_take) {
  const auto list = [](const char* what) {
    const Outcome run = Clonecheck({"list", what});
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  };
  EXPECT_THAT(list("cloners"),
              AllOf(HasSubstr("keras-2.2.4 "), HasSubstr("keras-2.3.1 "),
                    HasSubstr("fixed "), HasSubstr("proposal-000-literal "),
                    HasSubstr("proposal-004-repaired-2 ")));
  EXPECT_THAT(list("layers"),
              AllOf(HasSubstr("Lambda\n"), HasSubstr("Dense\n")));
  EXPECT_THAT(list("obligations"),
              AllOf(HasSubstr("completes "), HasSubstr("outputs ")));
  EXPECT_THAT(list("profiles"), HasSubstr("default "));
}

TEST(Help, each_command_has_help_with_its_options) {
  const std::string all = Clonecheck({"--help"}).out;
  EXPECT_EQ(Clonecheck({"help"}).out, all);
  for (const char* command :
       {"fuzz", "enumerate", "judge", "check", "replay", "shrink", "show",
        "fidelity", "report", "list", "completion", "help"}) {
    const Outcome run = Clonecheck({command, "--help"});
    EXPECT_EQ(run.code, 0) << command;
    EXPECT_EQ(Clonecheck({"help", command}).out, run.out);
    EXPECT_THAT(
        run.out,
        AllOf(HasSubstr(absl::StrCat("Usage: clonecheck ", command, " ")),
              HasSubstr("\nExample"),
              HasSubstr(absl::StrCat("clonecheck ", command, " "))));
    EXPECT_THAT(all, HasSubstr(absl::StrCat("\n  ", command, " ")));
  }
}

TEST(Help, says_the_exit_codes_and_an_example) {
  EXPECT_THAT(
      Clonecheck({"--help"}).out,
      AllOf(HasSubstr("Exit codes: 0 nothing found but notes, 1 findings, "
                      "2 "),
            HasSubstr("\nExample: clonecheck fuzz ")));
}

TEST(Help, version_is_that_of_the_changes) {
  EXPECT_EQ(Clonecheck({"--version"}).out, "clonecheck 0.1.0\n");
}

TEST(Usage, what_is_wrong_exits_with_2_and_says_what_to_do) {
  TempFile("second.json", kSecondOfTwoOutputs);
  struct Wrong {
    std::vector<std::string> arguments;
    const char* message;
    const char* remedy;
  };
  const char* const kHelp = "Run with --help";
  const Wrong kWrong[] = {
      {{}, "no command is given", "give one of fuzz, enumerate"},
      {{"--verison"}, "no option \"--verison\"", "did you mean \"--version\"?"},
      {{"--cases", "3"}, "no option \"--cases\" before a command", kHelp},
      {{"fzuz"}, "command \"fzuz\"; did you mean \"fuzz\"?", kHelp},
      {{"help", "fzuz"}, "\"fzuz\"", "did you mean \"fuzz\"?"},
      {{"help", "fuzz", "more"}, "not expected: more", kHelp},
      {{"harden"}, "command \"harden\"; choose from fuzz, enumerate", kHelp},
      {{"fuzz", "--bogus"}, "no option \"--bogus\"\n", kHelp},
      {{"fuzz", "--seeed=3"}, "\"--seeed\"; did you mean \"--seed\"?", kHelp},
      {{"shrink", "--signatur", "x"}, "did you mean \"--signature\"?", kHelp},
      {{"fuzz", "more"}, "not expected: more", "leave it out"},
      {{"fuzz", "--cases", "0"}, "--cases", "whole number from 1 to"},
      {{"fuzz", "--cases", "-5"}, "--cases", "whole number from 1 to"},
      {{"fuzz", "--cases", "1e5"}, "\"1e5\" is no whole number", "give one"},
      {{"fuzz", "--cases", "many"}, "--cases", "whole number from 1 to"},
      {{"fuzz", "--seconds", "0"}, "--seconds", "is no number from"},
      {{"fuzz", "--seconds", "nan"}, "--seconds", "is no number from"},
      {{"fuzz", "--seconds", "inf"}, "--seconds", "is no number from"},
      {{"fuzz", "--seconds", "1", "--cases", "1"},
       "excludes",
       "leave one of them out"},
      {{"fuzz", "--json", ""}, "--json: it is empty", "name a file"},
      {{"fuzz", "--known", ""}, "--known: it is empty", "name a file"},
      {{"fuzz", "--out", "-"}, "- is no name of a folder", "./-"},
      {{"show", "-"}, "cannot read -", "Write /dev/stdin"},
      {{"fuzz", "--jobs", "-1"}, "--jobs", "whole number from 0 to"},
      {{"fuzz", "--jobs", "100000"}, "--jobs", "whole number from 0 to"},
      {{"fuzz", "--seed", "99999999999999999999"}, "--seed", "give one"},
      {{"fuzz", "--seed", "-1"}, "--seed", "give one"},
      {{"fuzz", "--first-case", "1e30"}, "--first-case", "give one"},
      {{"fuzz", "--profile", "tall"}, "\"tall\"", "choose from default"},
      {{"fuzz", "--profile", "large1"}, "\"large1\"", "mean \"large\"?"},
      {{"fuzz", "--obligations", "mask"}, "\"mask\"", "mean \"masks\"?"},
      {{"fuzz", "--cloners", "fixd"}, "\"fixd\"", "mean \"fixed\"?"},
      {{"fuzz", "--cloners", "keras"}, "\"keras\"", "choose from keras-2.2.4"},
      {{"fuzz", "--cloners", "keras-2.2.5,keras-2.3.1@2.2.5"},
       "named twice",
       "name it once"},
      {{"fuzz", "--cloners", "2.2.4"}, "\"2.2.4\"", "write keras-2.2.4"},
      {{"fuzz", "--cloners", "mutant-latest-outputs"},
       "\"mutant-latest-outputs\"",
       "did you mean \"mutant-latest-output\"?"},
      {{"fuzz", "--target", "tf-keras"},
       "\"tf-keras\"",
       "did you mean \"tf-keras-2.21\"?"},
      {{"fuzz", "--target", "keras-2.2.3"}, "\"keras-2.2.3\"", "choose from"},
      {{"fuzz", "--json", "-"}, "- is no name of a file", "/dev/stdout"},
      {{"fuzz", "--cloners", "keras-2.4.0"},
       "\"keras-2.4.0\"",
       "there are keras-2.2.4, keras-2.2.5, keras-2.3.1"},
      {{"fuzz", "--cloners", "fixd@2.2.5"}, "\"fixd\"", "mean \"fixed\"?"},
      {{"fuzz", "--cloners", "keras-2.3.1@2.2"},
       "keras-2.3.1 does not run on engine \"2.2\"",
       "choose from keras-2.3.1, keras-2.3.1@2.2.5, keras-2.3.1@2.2.4"},
      {{"fuzz", "--cloners", "keras-2.2.4@2.2.5"},
       "keras-2.2.4 does not run on engine \"2.2.5\"",
       "it runs as keras-2.2.4 alone; for Keras 2.2.5 write keras-2.2.5"},
      {{"fuzz", "--cloners", ""}, "Name at least one cloner", ""},
      {{"fuzz", "--obligations", "x"}, "\"x\"", "choose from completes"},
      {{"fuzz", "--obligations", "all,masks"},
       "either all, or names",
       "leave out"},
      {{"fuzz", "--seed"}, "--seed has no value", "give one"},
      {{"fuzz", "--json", "a", "--json", "b"},
       "--json is given more than once",
       "give it once"},
      {{"fuzz", "--cases", "2", "--first-case", "18446744073709551615"},
       "past the last number of a case",
       "begin earlier"},
      {{"enumerate", "--max-calls", "1", "--preserve", "fixd"},
       "--preserve fixd; did you mean \"fixed\"?",
       "name one of --cloners"},
      {{"judge", "a.py", "--graph", "second.json", "--cases", "5"},
       "excludes",
       kHelp},
      {{"shrink", "second.json", "--target", "tfjs-4.22.0", "--obligations",
        "names"},
       "excludes",
       kHelp},
      {{"shrink", "second.json", "--cloner", "keras-2.2.4", "--obligations",
        "outputs"},
       "there is nothing to shrink",
       "or more --obligations"},
      {{"fuzz", "--json", "no/run.json"}, "no folder \"", "make it"},
      {{"judge", "a.py", "--json", "no/run.json"}, "no folder \"", "make it"},
      {{"fidelity", "--target", "keras-2.2.4", "--json", "no/run.json"},
       "no folder \"",
       "make it"},
      {{"fuzz", "--fail-on", "some"}, "--fail-on", "give any, new or none"},
      {{"fuzz", "--fail-on", "nwe"}, "\"nwe\"", "did you mean \"new\"?"},
      {{"completion", "fish"},
       "it cannot be \"fish\"; give bash or zsh",
       kHelp},
      {{"check"}, "MODEL is missing", "give "},
      {{"replay"}, "CASE is missing", "give case files"},
      {{"show"}, "CASE is missing", "give a case or a model"},
      {{"show", "second.json", "--as", "poem"}, "poem", "text, json, python"},
      {{"show", "second.json", "--for", "keras-3"}, "--for", "--as python"},
      {{"show", "second.json", "--as", "python", "--for", "keras-4"},
       "\"keras-4\"",
       "keras-3"},
      {{"shrink", "second.json"},
       "--cloner or --target is missing",
       "give one"},
      {{"shrink", "second.json", "--cloner", "x"}, "\"x\"", "choose from"},
      {{"check", "second.json", "--cloners", "x"}, "\"x\"", "choose from"},
      {{"replay", "second.json", "--cloners", "x"}, "\"x\"", "choose from"},
      {{"list"}, "WHAT is missing", "give cloners, grammars"},
      {{"list", "cloner"}, "did you mean \"cloners\"?", kHelp},
      {{"show", "second.json", "--as", "pyton"},
       "--as",
       "did you mean \"python\"?"},
      {{"fuzz", "--target", "tfjs-4.22.0", "--cloners", "fixed"},
       "--cloners excludes --target",
       kHelp},
      {{"list", "everything"}, "everything", "cloners, grammars, layers"},
  };
  for (const Wrong& wrong : kWrong) {
    const Outcome run = Clonecheck(wrong.arguments);
    const std::string line =
        absl::StrCat("clonecheck ", ::testing::PrintToString(wrong.arguments));
    EXPECT_EQ(run.code, 2) << line;
    EXPECT_THAT(run.err,
                AllOf(HasSubstr(wrong.message), HasSubstr(wrong.remedy)))
        << line;
    EXPECT_THAT(run.err, StartsWith("clonecheck: ")) << line;
    EXPECT_THAT(run.out, IsEmpty()) << line;
  }
}

}  // namespace
}  // namespace clonecheck
