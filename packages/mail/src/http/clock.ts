/** Time as an argument, so that tests can control it. */
export type Clock = {
  now(): Date
  /** Rejects early with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Runs `run` later, unless it is cancelled first. */
  after(ms: number, run: () => void): { cancel(): void }
}
