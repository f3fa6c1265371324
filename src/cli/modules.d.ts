/** `with { type: "text" }`: the file's content, embedded in the executable. */
declare module "#data/models/SHA256SUMS" {
  const content: string;
  export default content;
}
