export type Scheduled = { cancel(): void }

type Task = { readonly dueMs: number; readonly run: () => void | Promise<void> }

/**
 * The only clock of a simulated world: expiries, delays and notifications use it.
 * It moves only when a caller advances it or lets it follow real time.
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
   * Runs the tasks that fall due, in order of time, each with the clock set to its
   * due time. Each task is awaited, so a task that waits for the clock would deadlock.
   */
  advance(ms: number): Promise<void> {
    const moved = this.#moving.then(() => this.#moveTo(this.#nowMs + ms))
    this.#moving = moved.catch(() => {})
    return moved
  }

  /** A task that is already due runs with the next `advance`, not immediately. */
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

  /** Rejects with the signal's reason when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        waiting.cancel()
        reject(signal?.reason as Error)
      }
      const waiting = this.after(ms, () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      if (signal?.aborted === true) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  }

  /** For the demo. Returns a function that stops it. */
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
