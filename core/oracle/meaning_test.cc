// Meaning: how a comparison is decided, counted, and held against numbers.
#include "core/oracle/meaning.h"

#include "core/engine/testing.h"

namespace clonecheck {
namespace {

class MeaningTest : public EngineTest {
 protected:
  // x - y, with the inputs fed to the clone in the order given: by the terms it
  // is the same model in any order.
  clonecheck::Meaning CompareFed(Tensors clone_inputs, bool check,
                                 ProofCounts* counts) {
    Session::Trial trial(session_);
    Comparison comparison;
    Parting parting;
    const CloneFunction nothing = nullptr;
    Subject subject{session_, trial,   *model_,    nothing,
                    model_,   nullptr, comparison, parting};
    const ProofLog log{counts, check};
    subject.proofs = &log;
    subject.match().Start(session_, *model_, *model_);
    const TermId term = model_->outputs()[0]->term;
    const Question question{*model_,
                            *model_,
                            model_->inputs(),
                            clone_inputs,
                            absl::MakeConstSpan(&term, 1),
                            absl::MakeConstSpan(&term, 1)};
    return CompareMeanings(subject, question, subject.match());
  }

  Tensor* x_ = In({kUnknownDim, 4});
  Tensor* y_ = In({kUnknownDim, 4});
  Model* model_ = MakeModel({x_, y_}, {One(Make("Subtract"), {x_, y_})});
};

TEST_F(MeaningTest, a_proof_that_numbers_confirm_is_counted_as_checked) {
  ProofCounts counts;
  EXPECT_EQ(CompareFed({x_, y_}, /*check=*/true, &counts),
            clonecheck::Meaning::kProved);
  EXPECT_EQ(counts.proved, 1u);
  EXPECT_EQ(counts.checked, 1u);
  EXPECT_EQ(counts.contradicted, 0u);
}

TEST_F(MeaningTest, numbers_that_contradict_a_proof_are_noticed) {
  ProofCounts counts;
  EXPECT_EQ(CompareFed({y_, x_}, /*check=*/true, &counts),
            clonecheck::Meaning::kProved);
  EXPECT_EQ(counts.checked, 1u);
  EXPECT_EQ(counts.contradicted, 1u);
}

TEST_F(MeaningTest, proofs_are_checked_only_on_demand) {
  ProofCounts counts;
  CompareFed({y_, x_}, /*check=*/false, &counts);
  EXPECT_EQ(counts.proved, 1u);
  EXPECT_EQ(counts.checked, 0u);
}

TEST_F(MeaningTest, what_no_sample_tells_apart_is_the_only_uncertain_answer) {
  ProofCounts counts;
  EXPECT_EQ(counts.share_certain(), 1);
  counts.proved = 2;
  counts.refuted = 1;
  counts.on_samples = 1;
  EXPECT_EQ(counts.share_certain(), 0.75);
}

}  // namespace
}  // namespace clonecheck
