#include "reports/replay.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/shell_word.h"

namespace clonecheck {
namespace {

// What the commands take without --profile.
constexpr absl::string_view kDefaultProfile = "default";

std::string ProfileFlag(absl::string_view profile) {
  return profile == kDefaultProfile
             ? ""
             : absl::StrCat(" --profile ", ShellWord(profile));
}

std::string FidelityOn(absl::string_view target, absl::string_view cloner) {
  return absl::StrCat(
      "clonecheck fidelity --target ", ShellWord(target),
      cloner.empty() ? "" : absl::StrCat(" --cloner ", ShellWord(cloner)));
}

std::string CaseFlags(const TargetCase& at) {
  return absl::StrCat(" --cases 1 --first-case ", at.number, " --seed ",
                      at.seed);
}

}  // namespace

std::string ObligationsFlag(absl::Span<const Obligation* const> obligations) {
  if (obligations.size() == AllObligations().size()) return "";
  return absl::StrCat(
      " --obligations ",
      absl::StrJoin(obligations, ",",
                    [](std::string* out, const Obligation* obligation) {
                      absl::StrAppend(out, obligation->name);
                    }));
}

std::string FuzzReplay(const CampaignOptions& options, const Finding& finding) {
  return absl::StrCat("clonecheck fuzz --seed ", options.seed, " --first-case ",
                      finding.first_case, " --cases 1 --profile ",
                      options.profile.name, " --cloners ",
                      ShellWord(finding.cloner),
                      ObligationsFlag(options.obligations));
}

std::string FileReplay(absl::string_view command, absl::string_view file,
                       absl::string_view cloner,
                       absl::Span<const Obligation* const> obligations) {
  return absl::StrCat("clonecheck ", command, " ", ShellWord(file),
                      " --cloners ", ShellWord(cloner),
                      ObligationsFlag(obligations));
}

std::string ShrinkReplay(absl::string_view file, absl::string_view cloner,
                         absl::Span<const Obligation* const> obligations) {
  return absl::StrCat("clonecheck shrink ", ShellWord(file), " --cloner ",
                      ShellWord(cloner), ObligationsFlag(obligations));
}

std::string HuntReplay(const TargetCase& at) {
  return absl::StrCat("clonecheck fuzz --target ", ShellWord(at.target),
                      CaseFlags(at), ProfileFlag(at.profile));
}

std::string TargetFileReplay(absl::string_view target,
                             const std::vector<std::string>& variants,
                             uint64_t seed, absl::string_view file) {
  return absl::StrCat(
      "clonecheck replay --target ", ShellWord(target),
      variants.empty() ? ""
                       : absl::StrCat(" --variants ",
                                      ShellWord(absl::StrJoin(variants, ","))),
      " --seed ", seed, " ", ShellWord(file));
}

std::string FidelityReplay(const TargetCase& at, absl::string_view cloner,
                           uint32_t spoil_percent) {
  return absl::StrCat(FidelityOn(at.target, cloner), CaseFlags(at), " --spoil ",
                      spoil_percent, ProfileFlag(at.profile));
}

std::string FidelityFileReplay(absl::string_view target,
                               absl::string_view cloner, uint64_t seed,
                               absl::string_view file) {
  return absl::StrCat(FidelityOn(target, cloner), " --seed ", seed, " ",
                      ShellWord(file));
}

}  // namespace clonecheck
