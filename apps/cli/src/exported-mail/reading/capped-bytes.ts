const nothing = Buffer.alloc(0)

/**
 * Collects bytes in one buffer up to a limit and drops the rest. Many small pieces take no more
 * memory than their bytes.
 */
export class CappedBytes {
  readonly #limit: number
  #bytes: Buffer = nothing
  #size = 0
  #isOver = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether bytes were dropped. */
  get isOver(): boolean {
    return this.#isOver
  }

  add(bytes: Buffer): void {
    const size = Math.min(this.#size + bytes.length, this.#limit)
    if (this.#size + bytes.length > size) this.#isOver = true
    if (size > this.#bytes.length) this.#growTo(size)
    bytes.copy(this.#bytes, this.#size, 0, size - this.#size)
    this.#size = size
  }

  /** Returns the collected bytes and starts empty again. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#size)
    this.#bytes = nothing
    this.#size = 0
    this.#isOver = false
    return bytes
  }

  /** At least doubles the buffer, so that each byte is copied only a few times. */
  #growTo(size: number): void {
    const capacity = Math.min(Math.max(size, 2 * this.#bytes.length), this.#limit)
    const grown = Buffer.allocUnsafe(capacity)
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }
}
