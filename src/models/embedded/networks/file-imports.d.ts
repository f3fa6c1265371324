/** Files that are embedded in the executable; importing one gives the path under which Bun opens it. */
declare module "*.onnx" {
  const path: string;
  export default path;
}
declare module "*.zst" {
  const path: string;
  export default path;
}
