const nothing = Buffer.alloc(0)

/** Collects bytes up to a limit, in the room they need themselves, however small the pieces. What lies beyond it is forgotten at once. */
export class CappedBytes {
  readonly #limit: number
  #bytes: Buffer = nothing
  #size = 0
  #isOver = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether anything was forgotten. */
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

  /** What was collected; the next one starts empty. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#size)
    this.#bytes = nothing
    this.#size = 0
    this.#isOver = false
    return bytes
  }

  /** Doubles at least, so that each byte is copied only a few times. */
  #growTo(size: number): void {
    const roomBytes = Math.min(Math.max(size, 2 * this.#bytes.length), this.#limit)
    const grown = Buffer.allocUnsafe(roomBytes)
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }
}
