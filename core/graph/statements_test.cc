#include "core/graph/statements.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/example_graphs.h"
#include "core/graph/pool.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// `i0 l0 c0 m`
std::string Text(const std::vector<Statement>& statements) {
  std::string text;
  for (Statement statement : statements) {
    if (!text.empty()) text += " ";
    switch (statement.kind) {
      case Statement::Kind::kInput:
        absl::StrAppend(&text, "i", statement.index);
        break;
      case Statement::Kind::kLayer:
        absl::StrAppend(&text, "l", statement.index);
        break;
      case Statement::Kind::kCall:
        absl::StrAppend(&text, "c", statement.index);
        break;
      case Statement::Kind::kModel:
        absl::StrAppend(&text, "m");
        break;
    }
  }
  return text;
}

class StatementsTest : public ::testing::Test {
 protected:
  TensorRef AddInput() { return b_.AddInput(pool_.InternShape({4, 4})); }
  uint32_t AddLayer(absl::string_view kind, uint32_t position,
                    absl::Span<const uint32_t> children = {}) {
    LayerDecl layer;
    layer.config = MakeConfig(pool_, kind);
    layer.position = position;
    return b_.AddLayer(layer, children, {}, {});
  }

  Pool pool_;
  GraphBuilder b_;
};

TEST_F(StatementsTest, follow_positions_then_numbers) {
  const TensorRef x = AddInput();
  const uint32_t late = AddLayer("A", 1);
  const uint32_t early = AddLayer("B", 0);
  const uint32_t late_too = AddLayer("C", 1);
  const TensorRef c0 = b_.AddCall(early, {x});
  b_.AddCall(late, {x});
  b_.AddCall(late_too, {c0});
  b_.SetModel({x}, {c0});
  b_.SetModelPosition(1);
  const Graph graph = std::move(b_).Build();
  EXPECT_EQ(Text(Statements(graph)), "i0 l1 c0 l0 l2 m c1 c2");
  EXPECT_EQ(ConstructionOrder(graph), (std::vector<uint32_t>{1, 0, 2}));
  EXPECT_EQ(Text(ReadableStatements(graph)), "i0 l1 c0 l0 m c1 l2 c2");
}

TEST_F(StatementsTest, readable_ones_declare_a_layer_before_its_first_use) {
  EXPECT_EQ(Text(ReadableStatements(Chain(pool_, 3))),
            "i0 l0 c0 l1 c1 l2 c2 m");
}

TEST_F(StatementsTest, readable_ones_keep_automatic_names) {
  // dense_1 is called last; Activation has names of its own.
  const TensorRef x = AddInput();
  const uint32_t first = AddLayer("Dense", 0);
  const uint32_t second = AddLayer("Dense", 0);
  const uint32_t other = AddLayer("Activation", 0);
  b_.AddCall(second, {x});
  b_.AddCall(other, {x});
  b_.AddCall(first, {x});
  b_.SetModel({x}, {x});
  const Graph graph = std::move(b_).Build();
  EXPECT_EQ(Text(ReadableStatements(graph)), "i0 l0 l1 c0 l2 c1 c2 m");
}

TEST_F(StatementsTest, readable_ones_leave_wrappers_and_unused_layers_alone) {
  const TensorRef x = AddInput();
  const uint32_t child = AddLayer("Dense", 0);
  const uint32_t unused = AddLayer("Flatten", 0);
  const uint32_t wrapper = AddLayer("TimeDistributed", 1, {child});
  const uint32_t plain = AddLayer("Activation", 0);
  b_.AddCall(plain, {x});
  b_.AddCall(plain, {x});
  b_.AddCall(wrapper, {x});
  b_.SetModel({x}, {x});
  const Graph graph = std::move(b_).Build();
  EXPECT_EQ(unused, 1u);
  EXPECT_EQ(Text(ReadableStatements(graph)), "i0 l1 l3 c0 l0 l2 c1 c2 m");
}

TEST_F(StatementsTest, every_statement_occurs_once) {
  const Graph graph = EverythingAtOnce(pool_);
  const size_t count =
      graph.inputs().size() + graph.layers().size() + graph.calls().size() + 1;
  for (std::vector<Statement> statements :
       {Statements(graph), ReadableStatements(graph)}) {
    EXPECT_EQ(statements.size(), count);
    for (size_t i = 0; i < statements.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        EXPECT_FALSE(statements[i] == statements[j]);
      }
    }
  }
}

}  // namespace
}  // namespace clonecheck
