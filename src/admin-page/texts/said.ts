/** What another language has to say, in the shape of English texts: each a text or a function, the words free. */
export type Said<English> = English extends string
  ? string
  : English extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof English]: Said<English[Key]> };
