/**
 * Unusual behaviour that Graph documents, switched on by a test. The counts go down as they are
 * used.
 */
export type GraphFaults = {
  /**
   * The copy in Sent Items appears only after sending
   * (https://learn.microsoft.com/graph/outlook-immutable-id).
   */
  sentItemsLateByMs: number
  /** Delta pages without items, but with a nextLink. */
  emptyDeltaPages: number
  /**
   * Delta pages that list their first item twice
   * (https://learn.microsoft.com/graph/delta-query-overview).
   */
  repeatingDeltaPages: number
}

export function noGraphFaults(): GraphFaults {
  return { sentItemsLateByMs: 0, emptyDeltaPages: 0, repeatingDeltaPages: 0 }
}
