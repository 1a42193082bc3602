#include "core/search/profile.h"

#include <vector>

#include "core/text.h"

namespace clonecheck {
namespace {

Profile Default() {
  Profile profile;
  profile.name = "default";
  profile.summary = "1 to 12 calls of everything";
  profile.focused = 60;
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

Profile Masks() {
  Profile profile;
  profile.name = "masks";
  profile.summary = "masks made, handed on, merged and consumed";
  profile.mask_layers = 60;
  profile.mask_none = 20;
  profile.training = 30;
  profile.mask_tensor = 30;
  return profile;
}

Profile Nested() {
  Profile profile;
  profile.name = "nested";
  profile.summary = "Models and Sequentials within each other";
  profile.min_calls = 4;
  profile.max_calls = 18;
  profile.models = 85;
  profile.sequentials = 50;
  profile.reuse_layer = 30;
  return profile;
}

Profile Recurrent() {
  Profile profile;
  profile.name = "recurrent";
  profile.summary = "recurrent layers, their states and their wrappers";
  profile.recurrent_layers = 40;
  profile.wrappers = 60;
  profile.states = 85;
  profile.training = 40;
  return profile;
}

Profile Large() {
  Profile profile;
  profile.name = "large";
  profile.summary = "500 to 5,000 calls";
  profile.min_calls = 500;
  profile.max_calls = 5'000;
  profile.max_inputs = 4;
  profile.prefer_unused = 90;
  return profile;
}

}  // namespace

Profile ProfileWithin(const Vocabulary& vocabulary) {
  Profile profile = Default();
  profile.name = "within";
  profile.summary = "plain calls of a few layers";
  profile.only = &vocabulary;
  for (uint32_t* share :
       {&profile.focused, &profile.integer_input, &profile.explicit_name,
        &profile.mask_none, &profile.frozen, &profile.models,
        &profile.sequentials, &profile.wrappers, &profile.states,
        &profile.training, &profile.mask_tensor, &profile.input_layers,
        &profile.calls_after, &profile.mask_layers,
        &profile.recurrent_layers}) {
    *share = 0;
  }
  return profile;
}

const std::vector<Profile>& AllProfiles() {
  static const auto* const kAll = new std::vector<Profile>{
      Default(), Deep(), Wide(), Masks(), Nested(), Recurrent(), Large()};
  return *kAll;
}

absl::StatusOr<Profile> FindProfile(absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const Profile& profile : AllProfiles()) {
    if (profile.name == name) return profile;
    names.push_back(profile.name);
  }
  return absl::InvalidArgumentError(ThereIsNo("profile", name, names));
}

}  // namespace clonecheck
