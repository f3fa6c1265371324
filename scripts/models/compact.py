"""Rewrites an int8 BERT so that it answers in half to two thirds of the time, with the weights that it has.

    compact.py embedder CHECKPOINT.safetensors OUT.onnx   # as scripts/train/embedder/mix.py writes it
    compact.py labels CHECKPOINT.safetensors OUT.onnx     # the same, of a network that reads a text at its first token
    compact.py extractor MODEL.onnx OUT.onnx              # as scripts/train/export.py writes it
    compact.py read-back CHECKPOINT.safetensors OUT.onnx  # as scripts/train/read-back/train.py writes it
    compact.py ranker CHECKPOINT.safetensors OUT.onnx     # as scripts/train/ranking/train.py writes it
    compact.py words MODEL.onnx OUT.bin                   # the vectors of the words in it, which the last three share

Outputs stay as they are, and inputs but for the words. What changes:
- One kernel for the attention of a layer, for a sum with its normalisation, and for a product in int8 with its bias.
- Matrices that were kept as int8 and multiplied as floats are multiplied as int8, with a scale for each row and every
  128 of its numbers: an outlier spoils 128 products and not a whole text's.
- The last layer is worked out only where it is read: of the extractor at the tokens of the text and at the markers, of the
  label embedder at the first token, of the read-back and the ranker at the marks of the tools.
- The weights of the label embedder, of the read-back and of the ranker have seven bits, and one scale for the whole text goes with
  them: a quarter faster, and the same on every processor. The label embedder's vectors lose what they have in common
  (scripts/train/embedder/mix.py).
- The extractor, the read-back and the ranker leave out the vectors of the words, half of each file: no training changed them, so
  one table serves all three, and who runs them looks the words up (`words`, an input of floats).

Needs onnx, numpy and safetensors, as scripts/train/requirements.lock pins them.
"""

import re
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from checkpoint import Checkpoint

LAYERS, HEADS, SPAN_SIZE = 6, 12, 96
INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
"""Of both embedders."""
BLOCK = 128
"""Numbers of a row that share a scale."""
MARKS_END = 5
"""Ids below this are markers; see scripts/train/model.py."""
TOOL_MARK = 2
VERDICTS, SCORES = slice(0, 1), slice(0, 2)
"""Rows of the heads of the read-back and of the ranker; see their network.py in scripts/train."""
WIDTH = 384
EPSILON = 1e-12
OPSET, FUSED = 18, "com.microsoft"
IR_VERSION = 8

Matrix = tuple[np.ndarray, np.ndarray | None]
"""Rows are inputs, columns outputs: int8 with a scale for each column, or floats without one."""


class Source:
    """The weights of a model by what they are, not by how its exporter called them."""

    def __init__(self, path: Path) -> None:
        graph = onnx.load(path).graph
        self._arrays = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
        used = {name for node in graph.node if node.op_type in ("MatMul", "MatMulInteger") for name in node.input}
        self.matrices = [self._matrix(name) for name in sorted(filter(self._is_matrix, used), key=number_in)]
        """In the order in which the network uses them: query, key, value, out, up, down of each layer, then the heads."""

    def named(self, ending: str) -> np.ndarray:
        (found,) = [array for name, array in self._arrays.items() if name.endswith(ending)]
        return found

    def table(self, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bytes, scales and zero points of an embedding table."""
        base = f"embeddings.{name}_embeddings.weight"
        if any(known.endswith(f"{base}_quantized") for known in self._arrays):
            return self.named(f"{base}_quantized"), self.named(f"{base}_scale"), self.named(f"{base}_zero_point")
        values = self.named(f"{base}_q")
        return values, self.named(f"{base}_scale"), np.zeros((), values.dtype)

    def floats(self, name: str) -> np.ndarray:
        base = f"embeddings.{name}_embeddings.weight"
        if any(known.endswith(base) for known in self._arrays):
            return self.named(base)
        values, scale, zero = self.table(name)
        return ((values.astype(np.float32) - zero) * scale).astype(np.float32)

    def _is_matrix(self, name: str) -> bool:
        return name in self._arrays and self._arrays[name].ndim == 2 or f"{name}_q" in self._arrays

    def _matrix(self, name: str) -> Matrix:
        if f"{name}_q" in self._arrays:
            return self._arrays[f"{name}_q"], self._arrays[f"{name}_scale"].reshape(-1)
        values = self._arrays[name]
        if values.dtype == np.float32:
            return values, None
        scale, zero = (self._arrays[name.replace("_quantized", ending)] for ending in ("_scale", "_zero_point"))
        if zero.any():
            raise ValueError(f"{name} is not symmetric")
        return values, scale.reshape(-1)


def number_in(name: str) -> int:
    """Exporters count their unnamed constants."""
    return int(re.search(r"_(\d+)", name).group(1))


class Graph:
    """Nodes and constants in the making. Every method returns the name of what it computes."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, values: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind: str, inputs: list[str], outputs: str | list[str], domain: str = "", **attributes: object) -> str:
        outputs = [outputs] if isinstance(outputs, str) else outputs
        self.nodes.append(helper.make_node(kind, inputs, outputs, name=outputs[0], domain=domain, **attributes))
        return outputs[0]

    def by_text(self, rows: str, matrix: Matrix, name: str, bias: np.ndarray | None = None) -> str:
        """rows × matrix, the rows' int8 scale being one for the whole text: fastest for many rows."""
        values, scale = matrix
        zero = np.zeros(values.shape[1], np.int8)
        inputs = [rows, self.constant(f"{name}.w", values), self.constant(f"{name}.s", scale), self.constant(f"{name}.z", zero)]
        return self.node("DynamicQuantizeMatMul", inputs + self._bias(name, bias), name, FUSED)

    def by_block(self, rows: str, matrix: Matrix, name: str, bias: np.ndarray | None = None) -> str:
        """rows × matrix, the rows' int8 scales being one for every block: nearly as exact as floats."""
        blocks, scales = in_blocks(matrix)
        inputs = [rows, self.constant(f"{name}.w", blocks), self.constant(f"{name}.s", scales.reshape(-1))]
        size = {"K": matrix[0].shape[0], "N": matrix[0].shape[1]}
        ends = ["", "", *self._bias(name, bias)] if bias is not None else []
        return self.node("MatMulNBits", inputs + ends, name, FUSED, **size, bits=8, block_size=BLOCK, accuracy_level=4)

    def _bias(self, name: str, bias: np.ndarray | None) -> list[str]:
        return [] if bias is None else [self.constant(f"{name}.b", bias)]


def in_blocks(matrix: Matrix) -> tuple[np.ndarray, np.ndarray]:
    """outputs × blocks × BLOCK bytes around 128, and a scale for each block. Bytes and scales that are given stay."""
    values, scale = matrix
    blocks = values.T.reshape(values.shape[1], -1, BLOCK)
    if scale is not None:
        scales = np.repeat(scale[:, None], blocks.shape[1], 1)
        return (blocks.astype(np.int16) + 128).astype(np.uint8), scales.astype(np.float32)
    scales = np.maximum(np.abs(blocks).max(2), 1e-12) / 127
    return (np.rint(blocks / scales[:, :, None]) + 128).astype(np.uint8), scales.astype(np.float32)


def beside(matrices: list[Matrix]) -> Matrix:
    scales = [scale for _, scale in matrices if scale is not None]
    return np.concatenate([values for values, _ in matrices], 1), np.concatenate(scales) if scales else None


def looked_up(graph: Graph, source: Checkpoint, ids: str) -> str:
    """Words are kept as bytes and looked up before they are made floats: the table is 47 MB in floats."""
    words, scale = source.words()
    graph.node("Gather", [graph.constant("words", words), ids], "words.bytes")
    graph.node("Gather", [graph.constant("words.s", scale), ids], "words.scales")
    graph.node("Cast", ["words.bytes"], "words.floats", to=TensorProto.FLOAT)
    return graph.node("Mul", ["words.floats", "words.scales"], "word")


def embedded(graph: Graph, source: Source, ids: str, types: str | None, word: str) -> str:
    first = graph.constant("first", np.array([0], np.int64))
    graph.node("Shape", [ids], "count", start=1, end=2)
    graph.node("Slice", [graph.constant("positions", source.floats("position")), first, "count", first], "position")
    kinds = source.floats("token_type")
    table = graph.constant("types.w", kinds if types else kinds[0])
    kind = graph.node("Gather", [table, types], "type") if types else table
    graph.node("Add", [word, kind], "word_and_type")
    graph.node("Add", ["word_and_type", "position"], "sum")
    scales = [graph.constant(f"sum.{end}", source.named(f"embeddings.LayerNorm.{end}")) for end in ("weight", "bias")]
    return graph.node("LayerNormalization", ["sum", *scales], "hidden.0", epsilon=EPSILON)


def layer(graph: Graph, source: Source, rows: str, at: int, read: str | None, times: tuple) -> str:
    """`read` names the positions to work out; None for all. `times` multiplies by an int8 matrix, and by another."""
    by, other = times
    query, key, value, out, up, down = source.matrices[6 * at : 6 * at + 6]
    part, own = f"encoder.layer.{at}.", f"layer.{at}."
    names = [f"{own}{name}" for name in ("query", "key", "value")]
    here = rows
    biases = [source.named(f"{part}attention.self.{name}.bias") for name in ("query", "key", "value")]
    # A product by text gives the very numbers that the kernel behind it would make with the bias; one by block gives others.
    is_added = by == graph.by_text
    added = [np.concatenate(some) if is_added else None for some in (biases, biases[1:], biases[:1])]
    if read is None:
        graph.node("Split", [by(rows, beside([query, key, value]), f"{own}all", added[0])], names, axis=-1, num_outputs=3)
    else:
        graph.node("Split", [by(rows, beside([key, value]), f"{own}all", added[1])], names[1:], axis=-1, num_outputs=2)
        taken = graph.node("GatherND", [rows, read], f"{own}taken")
        here = graph.node("Unsqueeze", [taken, graph.constant(f"{own}batch", np.array([0], np.int64))], f"{own}rows")
        by(here, query, names[0], added[2])
    attention = names if is_added else [*names, graph.constant(f"{own}biases", np.concatenate(biases))]
    graph.node("MultiHeadAttention", attention, f"{own}context", FUSED, num_heads=HEADS)
    seen = normalised(graph, source, by(f"{own}context", out, f"{own}out"), here, f"{part}attention.output", f"{own}seen")
    bias = source.named(f"{part}intermediate.dense.bias")
    if is_added:
        wide = graph.node("Gelu", [by(seen, up, f"{own}up", bias)], f"{own}wide", FUSED)
    else:
        wide = graph.node("BiasGelu", [by(seen, up, f"{own}up"), graph.constant(f"{own}up.b", bias)], f"{own}wide", FUSED)
    times_down = by if down[1] is not None else other
    return normalised(graph, source, times_down(wide, down, f"{own}down"), seen, f"{part}output", f"hidden.{at + 1}")


def normalised(graph: Graph, source: Source, change: str, rows: str, part: str, name: str) -> str:
    ends = ("LayerNorm.weight", "LayerNorm.bias", "dense.bias")
    constants = [graph.constant(f"{name}.{end}", source.named(f"{part}.{end}")) for end in ends]
    return graph.node("SkipLayerNormalization", [change, rows, *constants], name, FUSED, epsilon=EPSILON)


def embedder(source: Checkpoint) -> onnx.ModelProto:
    graph = Graph()
    rows = embedded(graph, source, "input_ids", None, looked_up(graph, source, "input_ids"))
    for at in range(source.layers):
        rows = layer(graph, source, rows, at, None, (graph.by_block, graph.by_block))
    graph.node("Identity", [rows], "last_hidden_state")
    return model(graph, "sentence embedder", INPUTS, {"last_hidden_state": [1, "tokens", 384]})


def labels(source: Checkpoint) -> onnx.ModelProto:
    graph = Graph()
    rows = embedded(graph, source, "input_ids", None, looked_up(graph, source, "input_ids"))
    first = graph.constant("read", np.array([[0, 0]], np.int64))
    for at in range(source.layers):
        rows = layer(graph, source, rows, at, first if at == source.layers - 1 else None, (graph.by_text, graph.by_block))
    graph.node("LpNormalization", [rows], "unit", axis=-1, p=2)
    graph.node("Sub", ["unit", graph.constant("common", source.named("common"))], "last_hidden_state")
    return model(graph, "label embedder", INPUTS, {"last_hidden_state": [1, 1, 384]})


def read_back(source: Checkpoint) -> onnx.ModelProto:
    return at_tools(source, "read-back", "verdict", VERDICTS)


def ranker(source: Checkpoint) -> onnx.ModelProto:
    return at_tools(source, "ranker", "scores", SCORES)


def at_tools(source: Checkpoint, name: str, output: str, head: slice) -> onnx.ModelProto:
    """Gives the rows `head` of its head for each [T]."""
    graph = Graph()
    rows = embedded(graph, source, "ids", "types", "words")
    graph.node("Equal", ["ids", graph.constant("tool_mark", np.array(TOOL_MARK, np.int64))], "is_tool")
    graph.node("NonZero", ["is_tool"], "read.across")
    read = graph.node("Transpose", ["read.across"], "read", perm=[1, 0])
    for at in range(source.layers):
        rows = layer(graph, source, rows, at, read if at == source.layers - 1 else None, (graph.by_text, graph.by_block))
    weight = graph.constant(f"{output}.w", source.named("head.weight")[head].T)
    graph.node("MatMul", [rows, weight], f"{output}.product")
    graph.node("Add", [f"{output}.product", graph.constant(f"{output}.b", source.named("head.bias")[head])], output)
    return model(graph, name, ["ids", "types"], {output: [1, "tools", head.stop - head.start]}, has_words=False)


def extractor(source: Source) -> onnx.ModelProto:
    graph = Graph()
    rows = embedded(graph, source, "ids", "types", "words")
    read = read_positions(graph)
    for at in range(LAYERS):
        rows = layer(graph, source, rows, at, read if at == LAYERS - 1 else None, (graph.by_text, graph.by_block))
    # Back to where they stood, with zeros between them: whoever reads the scores need not know of it.
    graph.node("Squeeze", [rows, graph.constant("batch", np.array([0], np.int64))], "read.rows")
    graph.node("Mul", [f"hidden.{LAYERS - 1}", graph.constant("nothing", np.zeros((), np.float32))], "blank")
    rows = graph.node("ScatterND", ["blank", read, "read.rows"], "placed")
    heads(graph, source, rows)
    spans = [1, 3, "tokens", "tokens"]
    return model(graph, "joint extractor", ["ids", "types"], {"lin": [1, "tokens", 4], "span": spans}, has_words=False)


def read_positions(graph: Graph) -> str:
    """The text, which has type 0, and the markers: pairs of batch and position."""
    graph.node("Equal", ["types", graph.constant("text_type", np.zeros((), np.int64))], "is_text")
    graph.node("Less", ["ids", graph.constant("marks_end", np.array(MARKS_END, np.int64))], "is_mark")
    graph.node("Or", ["is_text", "is_mark"], "is_read")
    graph.node("NonZero", ["is_read"], "read.across")
    return graph.node("Transpose", ["read.across"], "read", perm=[1, 0])


def heads(graph: Graph, source: Source, rows: str) -> None:
    values, parameters, scores = source.matrices[6 * LAYERS :]
    shape = graph.constant("heads", np.array([1, -1, 3, SPAN_SIZE], np.int64))
    for name, matrix, order in (("q", values, [0, 2, 3, 1]), ("p", parameters, [0, 2, 1, 3])):
        graph.by_text(rows, matrix, name, source.named(f"model.{name}.bias"))
        graph.node("Transpose", [graph.node("Reshape", [name, shape], f"{name}.parts")], f"{name}.turned", perm=order)
    graph.node("MatMul", ["p.turned", "q.turned"], "products")
    graph.node("Mul", ["products", graph.constant("root", np.array(SPAN_SIZE**-0.5, np.float32))], "span")
    graph.by_text(rows, scores, "lin", source.named("model.lin.bias"))


def model(graph: Graph, name: str, inputs: list[str], outputs: dict[str, list[int | str]], has_words: bool = True) -> onnx.ModelProto:
    given = [helper.make_tensor_value_info(key, TensorProto.INT64, [1, "tokens"]) for key in inputs]
    if not has_words:
        given.append(helper.make_tensor_value_info("words", TensorProto.FLOAT, [1, "tokens", WIDTH]))
    made = [helper.make_tensor_value_info(key, TensorProto.FLOAT, shape) for key, shape in outputs.items()]
    sets = [helper.make_opsetid("", OPSET), helper.make_opsetid(FUSED, 1)]
    whole = helper.make_graph(graph.nodes, name, given, made, graph.constants)
    return helper.make_model(whole, opset_imports=sets, ir_version=IR_VERSION, producer_name="dragoman")


def write_words(source: Source, out: str) -> None:
    """Words × 384 bytes; then of each word what is taken from its bytes, and of each what they are then multiplied by: floats."""
    words, scale, zero = source.table("word")
    scales = np.broadcast_to(scale.reshape(-1), len(words)).astype("<f4")
    zeros = np.broadcast_to(zero.reshape(-1), len(words)).astype("<f4")
    Path(out).write_bytes(words.astype(np.uint8).tobytes() + zeros.tobytes() + scales.tobytes())


SMALL = ("labels", "read-back", "ranker")


def main(kind: str, path: str, out: str) -> None:
    source = Source(Path(path)) if kind in ("extractor", "words") else Checkpoint(Path(path), is_small=kind in SMALL)
    if kind == "words":
        return write_words(source, out)
    made = {"embedder": embedder, "labels": labels, "extractor": extractor, "read-back": read_back, "ranker": ranker}[kind](source)
    onnx.save(made, out)


if __name__ == "__main__":
    main(*sys.argv[1:4])
