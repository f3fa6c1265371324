/** `with { type: "text" }`: the file's content, embedded in the binary. */
declare module "*.sql" {
  const content: string;
  export default content;
}

/** `with { type: "file" }`: a path to the file, inside the binary too. */
declare module "*.bin" {
  const path: string;
  export default path;
}
