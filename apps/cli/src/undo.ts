/** What has been started so far, to be stopped in the opposite order, once. */
export class Undo {
  readonly #steps: (() => Promise<void>)[] = []
  #isUndone = false

  /** Remembers how to stop what has just started. If the end has come meanwhile, it stops right away. */
  async add(step: () => Promise<void>): Promise<void> {
    if (!this.#isUndone) {
      this.#steps.push(step)
      return
    }
    await step()
    throw new Error('Stopped while it was starting.')
  }

  async run(): Promise<void> {
    this.#isUndone = true
    for (const step of this.#steps.splice(0).reverse()) await step()
  }
}
