/** Collects bytes up to a limit. What lies beyond it is forgotten at once. */
export class CappedBytes {
  readonly #limit: number
  #pieces: Buffer[] = []
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
    const room = this.#limit - this.#size
    if (bytes.length > room) this.#isOver = true
    if (room === 0) return
    const kept = bytes.subarray(0, room)
    this.#pieces.push(kept)
    this.#size += kept.length
  }

  /** What was collected; the next one starts empty. */
  take(): Buffer {
    const bytes = Buffer.concat(this.#pieces, this.#size)
    this.#pieces = []
    this.#size = 0
    this.#isOver = false
    return bytes
  }
}
