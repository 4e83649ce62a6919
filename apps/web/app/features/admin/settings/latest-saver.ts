/** What happens to the last typed value. */
export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

/**
 * Saves a value while it is typed: after a pause, one request at a time. Two requests at once could
 * reach the server in the wrong order, and the older value would win. What is typed while a request
 * runs is saved after it; only the last value counts.
 */
export class LatestSaver {
  readonly #save: (value: string) => Promise<unknown>
  readonly #pauseMs: number
  readonly #onState: (state: SaveState, error?: unknown) => void
  #next: { value: string } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRunning = false

  constructor(options: {
    save: (value: string) => Promise<unknown>
    pauseMs: number
    onState: (state: SaveState, error?: unknown) => void
  }) {
    this.#save = options.save
    this.#pauseMs = options.pauseMs
    this.#onState = options.onState
  }

  get hasUnsaved(): boolean {
    return this.#next !== null || this.#isRunning
  }

  type(value: string): void {
    this.#next = { value }
    this.#onState('waiting')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), this.#pauseMs)
  }

  /** Forgets what was typed but not sent yet. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#next = null
  }

  /** Saves now what waits for the pause to end. */
  flush(): void {
    clearTimeout(this.#timer)
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    while (this.#next) {
      const { value } = this.#next
      this.#next = null
      this.#isRunning = true
      this.#onState('saving')
      const outcome = await this.#save(value).then(
        () => ({ state: 'saved', error: undefined }) as const,
        (error: unknown) => ({ state: 'failed', error }) as const,
      )
      this.#isRunning = false
      // A newer value makes the outcome of this one irrelevant.
      if (!this.#next) this.#onState(outcome.state, outcome.error)
    }
  }
}
