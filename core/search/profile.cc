#include "core/search/profile.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace clonecheck {
namespace {

Profile Default() {
  Profile profile;
  profile.name = "default";
  profile.summary = "1 to 12 calls of everything";
  return profile;
}

Profile Deep() {
  Profile profile;
  profile.name = "deep";
  profile.summary = "20 to 60 calls, mostly one after the other";
  profile.min_calls = 20;
  profile.max_calls = 60;
  profile.prefer_unused = 90;
  return profile;
}

Profile Wide() {
  Profile profile;
  profile.name = "wide";
  profile.summary = "10 to 30 calls side by side, with many outputs";
  profile.min_calls = 10;
  profile.max_calls = 30;
  profile.max_inputs = 4;
  profile.prefer_unused = 30;
  profile.extra_output = 50;
  return profile;
}

}  // namespace

const std::vector<Profile>& AllProfiles() {
  static const auto* const kAll =
      new std::vector<Profile>{Default(), Deep(), Wide()};
  return *kAll;
}

absl::StatusOr<Profile> FindProfile(absl::string_view name) {
  for (const Profile& profile : AllProfiles()) {
    if (profile.name == name) return profile;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("There is no profile \"", name, "\"; choose from ",
                   absl::StrJoin(AllProfiles(), ", ",
                                 [](std::string* out, const Profile& profile) {
                                   absl::StrAppend(out, profile.name);
                                 }),
                   "."));
}

}  // namespace clonecheck
