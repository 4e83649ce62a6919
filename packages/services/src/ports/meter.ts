/** Counts for the operator's metrics. Fixed words only, never an id, an address or a text. */
export type Meter = {
  /** A message was screened. */
  countDecision(outcome: 'keep' | 'observe' | 'filter'): void
}
