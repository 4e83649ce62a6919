import type { Db } from '@doorman/db/client'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Category } from '@doorman/domain/screening/categories'
import { countKinds, countSenders, toMinutesPerMonth } from '@doorman/domain/site/first-scan'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { isFromFirstScan } from './is-from-first-scan.ts'

export type FirstScan = {
  readonly mailboxId: MailboxId
  readonly address: string
  readonly provider: MailProvider
  readonly isObserveOnly: boolean
  readonly scanned: number
  /** Filtered, and not back in the inbox. */
  readonly moved: number
  /** Observed, and not kept by the user. */
  readonly wouldMove: number
  readonly kinds: readonly { readonly kind: Category; readonly count: number }[]
  readonly senders: readonly { readonly domain: string; readonly count: number }[]
  readonly minutesPerMonth: number | null
}

type Mailbox = typeof mailboxes.$inferSelect

/** The results of finished first scans that the user has not dismissed. Oldest mailbox first. */
export async function listFirstScans({ db }: Context, { userId }: Actor): Promise<FirstScan[]> {
  const scanned = await db
    .select()
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.userId, userId),
        eq(mailboxes.syncStatus, 'synced'),
        gt(mailboxes.syncTotal, 0),
        isNull(mailboxes.firstScanDismissedAt),
      ),
    )
    .orderBy(asc(mailboxes.createdAt), asc(mailboxes.id))
  return Promise.all(scanned.map((mailbox) => loadFirstScan(db, mailbox)))
}

async function loadFirstScan(db: Db, mailbox: Mailbox): Promise<FirstScan> {
  const { outcome, state, restoredBy, category, senderAddress } = decisions
  const listed = await db
    .select({ outcome, state, restoredBy, category, senderAddress })
    .from(decisions)
    .where(isFromFirstScan(mailbox))
  const moved = listed.filter((one) => one.outcome === 'filter' && one.restoredBy === null)
  const wouldMove = listed.filter((one) => one.outcome === 'observe' && one.state === null)
  const found = [...moved, ...wouldMove]
  const { id: mailboxId, address, provider, isObserveOnly, syncTotal } = mailbox
  return {
    mailboxId,
    address,
    provider,
    isObserveOnly,
    scanned: syncTotal,
    moved: moved.length,
    wouldMove: wouldMove.length,
    kinds: countKinds(found),
    senders: countSenders(found),
    minutesPerMonth: toMinutesPerMonth(found.length, await loadSpanMs(db, mailbox)),
  }
}

/**
 * The time span of the scanned messages. A mailbox's first decisions are those of its first scan,
 * so the earliest decisions are enough: some more than a scan has, as messages arrive during the
 * scan.
 */
async function loadSpanMs(db: Db, { id, createdAt }: Mailbox): Promise<number> {
  const earliest = db
    .select({ receivedAt: decisions.receivedAt })
    .from(decisions)
    .where(eq(decisions.mailboxId, id))
    .orderBy(asc(decisions.decidedAt), asc(decisions.id))
    .limit(200)
    .as('earliest')
  const [oldest] = await db
    .select({ at: sql`min(${earliest.receivedAt})`.mapWith(decisions.receivedAt) })
    .from(earliest)
  return oldest?.at ? createdAt.getTime() - oldest.at.getTime() : 0
}
