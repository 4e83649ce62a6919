import type { ProviderMessageId } from '@doorman/domain/ids'
import { maxLoadedAtOnce, type Changes, type Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../../ports/context.ts'
import type { Screened } from '../screening/add-decisions.ts'
import { loadPageFacts, type PageFacts } from '../screening/page-facts.ts'
import { loadPage, screenPage } from '../screening/screen-page.ts'
import { listMovedBack } from './list-moved-back.ts'
import type { SyncRun } from './sync-run.ts'

/** What becomes of the messages of a page. */
export type Arrivals = {
  /** Decided in memory. Stored with the cursor. */
  readonly screened: readonly Screened[]
  /** Screened by jobs. Rows for them are stored with the cursor. */
  readonly undecided: readonly ProviderMessageId[]
  /** `alone`: each by a job of its own, the careful way. */
  readonly by: 'alone' | 'together'
  /** Messages that the user moved back to the inbox. */
  readonly movedBack: readonly ProviderMessageId[]
}

/** What a sync listed. `isQuick`: a small page, and all of it. */
type Listed = Pick<Changes, 'arrived' | 'movedToInbox' | 'movedBack'> & {
  readonly isQuick: boolean
}

/**
 * Screens the messages of a page right away if it is small and nothing about it is unusual. Otherwise,
 * and for messages that could not be screened this way, jobs do it.
 */
export async function screenArrivals(
  ctx: Context,
  run: SyncRun,
  mailbox: Mailbox,
  { arrived, movedToInbox, movedBack, isQuick }: Listed,
): Promise<Arrivals> {
  const by = run.isCareful ? 'alone' : 'together'
  if (arrived.length === 0) return { screened: [], undecided: [], by, movedBack }
  if (!isQuick || run.isCareful || arrived.length > maxLoadedAtOnce || movedBack.length > 0) {
    const unreported = await listMovedBack(ctx, run, mailbox, arrived)
    return { screened: [], undecided: arrived, by, movedBack: [...movedBack, ...unreported] }
  }
  const page = await loadPage(mailbox, run, arrived)
  const facts = await loadPageFacts(ctx, { row: run, index: run.index }, arrived, [
    ...page.values(),
  ])
  const broughtBack = arrived.filter(
    (id) => page.get(id)?.location === 'inbox' && wasSetAside(facts, id, run.startedAt),
  )
  const unseen = arrived.filter((id) => !page.has(id) && wasSetAside(facts, id, run.startedAt))
  // What the user brought back changes how later messages of its sender are judged.
  if (broughtBack.length + unseen.length > 0) {
    const unreported = await listMovedBack(ctx, run, mailbox, unseen)
    return { screened: [], undecided: arrived, by, movedBack: [...broughtBack, ...unreported] }
  }
  const isNew = arrived.filter((id) => !facts.decided.has(id) && !facts.undecided.has(id))
  const moved = new Set(movedToInbox)
  const arrivals = isNew.flatMap((providerMessageId) => {
    const received = page.get(providerMessageId)
    const wasMovedToInbox = moved.has(providerMessageId)
    return received ? [{ providerMessageId, received, isNewArrival: true, wasMovedToInbox }] : []
  })
  const { preferences } = run
  const screenings = await screenPage(ctx, { row: run, preferences, mailbox }, arrivals, facts)
  return {
    screened: arrivals.flatMap((arrival) => {
      const screening = screenings.get(arrival.providerMessageId)
      return screening ? [{ ...arrival, screening }] : []
    }),
    // Messages that already wait stay in the list: the user may have moved one to the inbox since.
    undecided: arrived.filter((id) => !facts.decided.has(id) && !screenings.has(id)),
    by: 'alone',
    movedBack: [],
  }
}

/**
 * Only messages that we moved before this sync began: a later move is our own change, not the user's.
 */
function wasSetAside({ decided }: PageFacts, id: ProviderMessageId, startedAt: Date): boolean {
  const { state, movedAt } = decided.get(id) ?? { state: null, movedAt: null }
  return (state === 'set-aside' || state === 'spam') && movedAt !== null && movedAt < startedAt
}
