/** What Graph may do on a bad day, and the simulator on command. Numbers count down as they are used up. */
export type Quirks = {
  /** "The copy of the message is not created until the message successfully sends" (outlook-immutable-id). */
  sentItemsLateByMs: number
  /** Delta pages without items that "may still carry nextLink" (PROVIDERS 2.2). */
  emptyDeltaPages: number
  /** Delta pages that name their first item twice: "must be prepared for replays" (delta-query-overview). */
  repeatingDeltaPages: number
}

export function noQuirks(): Quirks {
  return { sentItemsLateByMs: 0, emptyDeltaPages: 0, repeatingDeltaPages: 0 }
}
