/** A script of Valkey as text, embedded in the executable. */
declare module "*.lua" {
  const text: string;
  export default text;
}
