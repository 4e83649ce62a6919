/** The value at an index that is known to be in range: it came from the vector's own vocabulary or length. */
export function valueAt(vector: ArrayLike<number>, index: number): number {
  return vector[index] as number
}

/** Adds to the value at an index that is known to be in range. */
export function addAt(vector: Float64Array, index: number, amount: number): void {
  vector[index] = valueAt(vector, index) + amount
}
