import type { Db } from '@doorman/db/client'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, eq, sql } from 'drizzle-orm'

export const providerNames: Readonly<Record<MailProvider, string>> = {
  gmail: 'Gmail',
  microsoft: 'Microsoft',
}

/** Which mailbox to examine. The same address may be connected at both providers. */
export type WantedMailbox = {
  readonly address: string
  readonly provider: MailProvider | null
}

/** Finds the mailbox, or says why there is none to examine. */
export async function loadMailbox(
  db: Db,
  { address, provider }: WantedMailbox,
): Promise<MailboxRow> {
  const found = await db
    .select()
    .from(mailboxes)
    .where(
      and(
        sql`lower(${mailboxes.address}) = ${address.toLowerCase()}`,
        provider === null ? undefined : eq(mailboxes.provider, provider),
      ),
    )
  const [mailbox, ...others] = found
  if (!mailbox) throw new AppError('not-found', describeMissing({ address, provider }))
  if (others.some((other) => other.provider !== mailbox.provider))
    throw new AppError(
      'conflict',
      `${address} is connected at Gmail and at Microsoft. Add --provider gmail or --provider microsoft.`,
    )
  // An address can pass from one account to another: the older connection keeps its old address
  // until it is reconnected.
  const newest = found.reduce((one, other) => (other.lastActiveAt > one.lastActiveAt ? other : one))
  requireOpen(newest)
  return newest
}

function describeMissing({ address, provider }: WantedMailbox): string {
  const where = provider === null ? '' : ` at ${providerNames[provider]}`
  return `No mailbox with the address ${address} is connected${where}.`
}

/** A mailbox that its user has paused is left alone, whatever the reason to look at it. */
function requireOpen({ address, problem, isPaused, isActive }: MailboxRow): void {
  if (problem === 'needs-reconnect')
    throw new AppError(
      'conflict',
      `${address} has to be reconnected: our access was withdrawn or has expired. Its user does that under Connected Accounts.`,
    )
  if (isPaused)
    throw new AppError(
      'conflict',
      `The user has paused ${address}, so doctor leaves it alone. It can be examined once they resume it.`,
    )
  if (!isActive)
    throw new AppError(
      'conflict',
      `${address} isn’t part of its user’s plan, so doctor leaves it alone. The user chooses the active mailbox under Connected Accounts.`,
    )
}
