/** Files that are embedded in the executable; importing one gives the path under which Bun opens it. */
declare module "*.onnx" {
  const path: string;
  export default path;
}
declare module "*.zst" {
  const path: string;
  export default path;
}
/** TypeScript would see the JSON itself; it is imported `with { type: "file" }`. */
declare module "#data/models/tokenizer.json" {
  const path: string;
  export default path;
}
