/** 32-bit floats as they lie in memory. Every machine that the program is built for is little-endian. */
export function floatsIn(bytes: Uint8Array): Float32Array {
  // Copied, since the bytes may start anywhere, and floats at a multiple of four; not by `slice`, which of a Buffer copies nothing.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** A copy: the caller may use its array again. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.slice().buffer);
}
