/**
 * The value at an index that is in range, because it comes from the vector's vocabulary or length.
 */
export function valueAt(vector: Float64Array, index: number): number {
  return vector[index] as number
}

/**
 * The same for integers. One function for both types would be several times slower: V8 optimises a
 * function for the types it sees.
 */
export function intAt(vector: Int32Array, index: number): number {
  return vector[index] as number
}

/** Adds to the value at an index that is in range. */
export function addAt(vector: Float64Array, index: number, amount: number): void {
  vector[index] = valueAt(vector, index) + amount
}
