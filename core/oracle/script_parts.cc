#include "core/oracle/script_parts.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kAllLayers = R"py(
def all_layers(model):
    """The layers of a model; behind each those of the model, or the one in the wrapper, that it is."""
    held = model.layers if isinstance(model, Model) else [getattr(model, 'layer', None)]
    found = []
    for layer in held:
        if layer is not None:
            found += [layer] + all_layers(layer)
    return found

)py";

constexpr absl::string_view kCalls = R"py(
def calls(model):
    """The calls in a model, by the layer's name and the number of the call there."""
    nodes = [node for depth in getattr(model, '_nodes_by_depth', {}) for node in model._nodes_by_depth[depth]]
    return {(layer.name, number): node for layer in {node.outbound_layer for node in nodes}
            for number, node in enumerate(n for n in layer._inbound_nodes if n in nodes)}

)py";

constexpr absl::string_view kMaskFaults = R"py(
def mask_faults(model, clone, values):
    """What differs in the masks of all calls."""
    originals, clones = calls(model), calls(clone)
    for place in sorted(set(originals) & set(clones)):
        a, b = originals[place].output_masks, clones[place].output_masks
        if [mask is None for mask in a] != [mask is None for mask in b]:
            yield 'masks: call %d of %s gives %s, in the clone %s' % (
                place[1], place[0], *[['a mask' if mask is not None else 'none' for mask in masks] for masks in (a, b)])
        if all(mask is None for mask in a + b):
            continue
        found = []
        for called in (model, clone):
            try:
                found.append(fetch(called.inputs, calls(called)[place].output_tensors, values)[1])
            except Exception as error:
                found.append('%s: %s' % (type(error).__name__, error))
        if isinstance(found[0], str):
            continue  # what cannot be evaluated owes nothing
        if isinstance(found[1], str):
            yield 'masks: of call %d of %s, in the clone: %s' % (place[1], place[0], found[1])
        elif not all(same(*pair) for pair in zip(*found)):
            yield 'masks of call %d of %s\nof the model:\n%s\nof the clone:\n%s' % (place[1], place[0], *found)
    within = [[layer for layer in all_layers(m) if isinstance(layer, Model)] for m in (model, clone)]
    for a, b in zip(*within):
        masks = [[[m is not None for m in calls(c)[place].output_masks] for place in sorted(calls(c))] for c in (a, b)]
        if masks[0] != masks[1]:
            yield 'masks: within %s there are %s, in the clone %s' % (a.name, masks[0], masks[1])

)py";

constexpr absl::string_view kSharingFaults = R"py(
def copies(model):
    """How many layers have each name, how often each is called, and where the same weights stand."""
    # Inputs that were given have names of their own.
    inputs = {layer.name: 'input %d' % i for i, layer in enumerate(getattr(model, '_input_layers', []))}
    layers, called = {}, {}
    for layer in [model] + all_layers(model):
        if layer is not model:
            name = inputs.get(layer.name, layer.name) if layer in model.layers else layer.name
            layers.setdefault(name, set()).add(layer)
        for name, number in calls(layer):
            name = inputs.get(name, name) if layer is model else name
            called[layer.name, name] = max(called.get((layer.name, name), 0), number + 1)
    variables = [variable for layer in model.layers for variable in layer.weights]
    first = [next(i for i, other in enumerate(variables) if other is variable) for variable in variables]
    return ({name: len(found) for name, found in layers.items()}, called, first)


def sharing_faults(model, clone):
    """What differs in how often layers and weights stand for one thing, and what the clone takes from outside."""
    for what, a, b in zip(('layers', 'calls', 'places of weights'), copies(model), copies(clone)):
        if a != b:
            yield 'sharing: %s of the model:\n%s\nof the clone:\n%s' % (what, a, b)
    layers = all_layers(clone)
    for (name, number), node in calls(clone).items():
        for key, value in (node.arguments or {}).items():
            for tensor in value if isinstance(value, list) else [value]:
                if getattr(tensor, '_keras_history', (layers[0],))[0] not in layers:
                    yield 'sharing: %s of call %d of %s is of a layer outside the clone' % (key, number, name)

)py";

constexpr absl::string_view kFaults = R"py(
def value_faults(model, clone, values, expected):
    """What differs in outputs and masks, whatever the names."""
    for difference in differences(model, clone, values, expected):
        if not difference.startswith('names'):
            yield difference
    for fault in mask_faults(model, clone, values):
        yield fault


def faults(model, clone, values, expected):
    """What a further clone does not share with the model, but for names."""
    for found in (value_faults(model, clone, values, expected), sharing_faults(model, clone)):
        for fault in found:
            yield fault

)py";

constexpr absl::string_view kNewInputs = R"py(
def new_inputs(model):
    """Tensors like the model's inputs were, before a call gave one of them back with another shape."""
    return [Input(batch_shape=layer.batch_input_shape, dtype=K.dtype(tensor), sparse=K.is_sparse(tensor))
            for layer, tensor in zip(model._input_layers, model.inputs)]

)py";

constexpr absl::string_view kWrittenMasks = R"py(
def written_masks(model):
    """The calls, in models within it, too, that have a mask which the run of a model has written there."""
    models = [model] + [layer for layer in all_layers(model) if isinstance(layer, Model)]
    found = []
    for node in sum([nodes for m in models for nodes in getattr(m, '_nodes_by_depth', {}).values()], []):
        masks = (node.arguments or {}).get('mask')
        masks = masks if isinstance(masks, list) else [masks]
        if any(K.is_tensor(mask) and not hasattr(mask, '_keras_history') for mask in masks):
            found.append(node)
    return found

)py";

constexpr absl::string_view kParting = R"py(
def parting(a, b, place='config'):
    """Where two configs part, as a text; None if they do not."""
    if isinstance(a, dict) and isinstance(b, dict) and set(a) == set(b):
        inner = [(key, a[key], b[key]) for key in sorted(a)]
    elif isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b):
        inner = [(i, x, y) for i, (x, y) in enumerate(zip(a, b))]
    else:
        return None if repr(a) == repr(b) else '%s: the model has %r, the clone has %r' % (place, a, b)
    found = [parting(x, y, '%s[%r]' % (place, key)) for key, x, y in inner]
    return next((text for text in found if text is not None), None)

)py";

}  // namespace

std::string AllLayersPython() { return std::string(kAllLayers); }

std::string WrittenMasksPython() {
  return absl::StrCat(kAllLayers, kWrittenMasks);
}

std::string MaskFaultsPython() {
  return absl::StrCat(kAllLayers, kCalls, kMaskFaults);
}

std::string SharingFaultsPython() {
  return absl::StrCat(kAllLayers, kCalls, kSharingFaults);
}

std::string FaultsPython() {
  return absl::StrCat(kAllLayers, kCalls, kMaskFaults, kSharingFaults, kFaults);
}

std::string NewInputsPython() { return std::string(kNewInputs); }

std::string PartingPython() { return std::string(kParting); }

}  // namespace clonecheck
