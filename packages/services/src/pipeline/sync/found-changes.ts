import type { Changes } from '@doorman/mail/mailbox'
import type { UndecidedArrivals } from './add-undecided.ts'
import type { Arrivals } from './screen-arrivals.ts'

/** A page of changes that a sync is about to store. */
export type FoundChanges = Pick<Changes, 'sent' | 'cursor'> &
  Arrivals &
  UndecidedArrivals & {
    /** The time just before the provider was asked. */
    readonly listedAt: Date
    /** `done`: the last page. `stopped`: there are more pages, which another sync reads. */
    readonly end: 'not-yet' | 'done' | 'stopped'
  }
