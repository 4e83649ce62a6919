/** Time as an argument. */
export type Clock = {
  now(): Date
  /** Ends early, with the signal's reason, when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}
