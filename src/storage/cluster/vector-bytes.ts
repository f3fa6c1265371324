/** 32-bit floats as they lie in memory. Every machine that the program is built for is little-endian. */
export function floatsIn(bytes: Uint8Array): Float32Array {
  // Copied: the bytes may start anywhere, and floats must start at a multiple of four.
  return new Float32Array(bytes.slice().buffer);
}

/** A copy: the caller may use its array again. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.slice().buffer);
}
