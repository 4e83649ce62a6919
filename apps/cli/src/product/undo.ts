/** The parts started so far. `run` stops them in reverse order, once. */
export class Undo {
  readonly #steps: (() => Promise<void>)[] = []
  #isUndone = false

  /**
   * Registers how to stop a part. If `run` has been called in the meantime, stops the part at once
   * and throws.
   */
  async add(step: () => Promise<void>): Promise<void> {
    if (!this.#isUndone) {
      this.#steps.push(step)
      return
    }
    await step()
    throw new Error('Stopped during start.')
  }

  async run(): Promise<void> {
    this.#isUndone = true
    for (const step of this.#steps.splice(0).reverse()) await step()
  }
}
