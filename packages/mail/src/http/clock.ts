/** Time as an argument, so that tests can control it. */
export type Clock = {
  now(): Date
  /** Rejects early with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}
