/** The value at an index that is known to be in range: it came from the vector's own vocabulary or length. */
export function valueAt(vector: Float64Array, index: number): number {
  return vector[index] as number
}

/** The same of whole numbers. One function for both would be several times slower: engines learn what a function meets. */
export function wholeAt(vector: Int32Array, index: number): number {
  return vector[index] as number
}

/** Adds to the value at an index that is known to be in range. */
export function addAt(vector: Float64Array, index: number, amount: number): void {
  vector[index] = valueAt(vector, index) + amount
}
