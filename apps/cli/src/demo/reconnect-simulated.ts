import { saveCursor, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions, mailboxes } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import type { MessageLocation } from '@doorman/mail/mailbox'
import type { Context } from '@doorman/services/ports/context'
import { saveGrant } from '@doorman/services/mailboxes/connecting/save-grant'
import { consentToSimulated } from './consent-to-simulated.ts'
import type { SimulatedProviders } from './simulated-providers.ts'

/** Where a message must be moved again, by the state of its decision. */
const locations: Readonly<Record<string, MessageLocation>> = {
  'set-aside': 'set-aside',
  spam: 'junk',
}

/**
 * Restores the state that simulated providers lose at a restart of the demo: grants and where
 * messages are. Connected mailboxes get a new grant, and every message returns to where it was.
 */
export async function reconnectSimulated(
  ctx: Context,
  simulated: SimulatedProviders,
): Promise<void> {
  for (const mailbox of await ctx.db.select().from(mailboxes)) {
    const grant = await consentToSimulated(ctx, simulated, mailbox)
    if (grant?.providerAccountId !== mailbox.providerAccountId) continue
    await saveGrant(ctx, mailbox, grant)
    await moveMessagesAgain(ctx, mailbox)
  }
}

async function moveMessagesAgain(ctx: Context, { id, grantId, cursor }: MailboxRow): Promise<void> {
  const mailbox = await ctx.mail.openMailbox(grantId)
  for (const { mailboxId, providerMessageId, state } of await ctx.db.select().from(decisions)) {
    const location = mailboxId === id && locations[state ?? '']
    if (location) await mailbox.move(providerMessageId, location).catch(ignoreGone)
  }
  if (cursor !== null) await saveCursor(ctx.db, id, (await mailbox.listInbox({ limit: 1 })).cursor)
}

/** Messages that arrived during the last run do not exist in the new simulated world. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof MailError && error.failure === 'gone')) throw error
}
