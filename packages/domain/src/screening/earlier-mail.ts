/** Few enough that unwanted messages alone never look like regular correspondence to the model. */
const maxUnwanted = 3

/**
 * How many earlier messages of a sender count for the model. `kept` is the number outside Doorman's
 * folder. `unwanted` is the number that was filtered, or would have been: in observe mode a message
 * is counted in both.
 */
export function countEarlierMail({ kept, unwanted }: { kept: number; unwanted: number }): number {
  return Math.max(kept - unwanted, Math.min(unwanted, maxUnwanted))
}
