export type Scheduled = { cancel(): void }

type Task = { readonly dueMs: number; readonly run: () => void | Promise<void> }

/**
 * The one clock of a simulated world: every expiry, delay and notification goes
 * by it. It stands still until somebody moves it, or lets it follow real time.
 */
export class VirtualClock {
  #nowMs: number
  #tasks: Task[] = []
  #moving: Promise<void> = Promise.resolve()

  constructor(start: Date) {
    this.#nowMs = start.getTime()
  }

  now(): Date {
    return new Date(this.#nowMs)
  }

  /**
   * Runs what falls due on the way, in order of time, each with the clock set to
   * its moment. It waits for each, so what runs must not itself wait for the clock.
   */
  advance(ms: number): Promise<void> {
    const moved = this.#moving.then(() => this.#moveTo(this.#nowMs + ms))
    this.#moving = moved.catch(() => {})
    return moved
  }

  /** What is already due runs with the next `advance`, not at once. */
  at(when: Date, run: () => void | Promise<void>): Scheduled {
    return this.#schedule({ dueMs: when.getTime(), run })
  }

  after(ms: number, run: () => void | Promise<void>): Scheduled {
    return this.#schedule({ dueMs: this.#nowMs + ms, run })
  }

  every(ms: number, run: () => void | Promise<void>): Scheduled {
    let next: Scheduled
    const repeat = async () => {
      next = this.after(ms, repeat)
      await run()
    }
    next = this.after(ms, repeat)
    return { cancel: () => next.cancel() }
  }

  /** Ends early, with the signal's reason, when the caller gives up. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.cancel()
        reject(signal?.reason as Error)
      }
      const waiting = this.after(ms, () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      })
      if (signal?.aborted === true) giveUp()
      else signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** For the demo. Gives the function that stops it again. */
  followRealTime(tickMs = 250): () => void {
    let seenMs = Date.now()
    const timer = setInterval(() => {
      const realMs = Date.now()
      void this.advance(Math.max(0, realMs - seenMs))
      seenMs = realMs
    }, tickMs)
    timer.unref()
    return () => clearInterval(timer)
  }

  #schedule(task: Task): Scheduled {
    const next = this.#tasks.findIndex(({ dueMs }) => dueMs > task.dueMs)
    this.#tasks.splice(next === -1 ? this.#tasks.length : next, 0, task)
    return {
      cancel: () => {
        this.#tasks = this.#tasks.filter((other) => other !== task)
      },
    }
  }

  async #moveTo(targetMs: number): Promise<void> {
    for (let task = this.#tasks[0]; task && task.dueMs <= targetMs; task = this.#tasks[0]) {
      this.#tasks.shift()
      this.#nowMs = Math.max(this.#nowMs, task.dueMs)
      await task.run()
    }
    this.#nowMs = targetMs
  }
}
