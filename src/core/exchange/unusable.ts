/** One tool or row of a file cannot be used, for the reason in the message; the others can. */
export class Unusable extends Error {}
