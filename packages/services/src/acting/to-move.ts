import type { decisions } from '@doorman/db/schema'
import type { Place, ReceivedMail } from '@doorman/mail/mailbox'

/** Where a decision stands: our own word, or what the user made of it. */
export type State = NonNullable<(typeof decisions.$inferSelect)['state']>

/**
 * What brings a message from where it is to where the last word wants it. Our
 * own word counts only in the inbox: what the user has put elsewhere meanwhile is
 * no longer ours. The user's word finds it wherever it is, and only a restore
 * brings it back from the bin.
 */
export function toMove(state: State, place: ReceivedMail['place']): Place | 'stay' | 'gone' {
  const wanted = wantedPlaces[state]
  if (wanted === place) return 'stay'
  if (place === 'sent' || place === 'draft') return 'gone'
  if (state === 'pending' && place !== 'inbox') return 'gone'
  if (place === 'bin' && state !== 'restored') return 'gone'
  return wanted
}

const wantedPlaces: Readonly<Record<State, Place>> = {
  pending: 'set-aside',
  done: 'set-aside',
  gone: 'set-aside',
  restored: 'inbox',
  spam: 'junk',
}
