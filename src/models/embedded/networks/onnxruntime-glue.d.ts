/** What starts the ONNX runtime's WebAssembly; of a build with the native library, nothing. */
declare module "*/onnxruntime-glue.js" {
  const start: import("./wasm-runtime.ts").OrtFactory;
  export default start;
}
