import { noteCursor, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions, mailboxes } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import type { Place } from '@doorman/mail/mailbox'
import type { Context } from '@doorman/services/context'
import { keepGrant } from '@doorman/services/mailboxes/keep-grant'
import type { SimulatedProviders } from './simulated-providers.ts'

const question = {
  state: 'none',
  nonce: 'a restart of the demo',
  codeVerifier: 'nobody-but-the-demo-itself-listens-on-this-machine',
}

/** Where a mail lies by what was last decided about it. */
const places: Readonly<Record<string, Place>> = { done: 'set-aside', spam: 'junk' }

/**
 * Simulated providers forget at a restart whom they let in and what was moved,
 * which real ones do not. So everybody who had a mailbox connected is let in
 * again, and finds every mail where it was.
 */
export async function reconnectSimulated(
  ctx: Context,
  { world, answerConsent }: SimulatedProviders,
): Promise<void> {
  for (const mailbox of await ctx.db.select().from(mailboxes)) {
    const { provider, subject, address } = mailbox
    const consent = ctx.mail.consents[provider]
    const store = world.findMailbox(address)
    if (!consent || !store) continue
    const redirectUrl = `${ctx.publicUrl}/api/${provider}/callback`
    const code = await answerConsent(provider, consent.toUrl({ ...question, redirectUrl }), store)
    const redemption = await consent.redeem({ ...question, redirectUrl, code })
    if (redemption.kind !== 'granted' || redemption.grant.subject !== subject) continue
    await keepGrant(ctx, mailbox, redemption.grant)
    await moveAgain(ctx, mailbox)
  }
}

async function moveAgain(ctx: Context, { id, grantId, cursor }: MailboxRow): Promise<void> {
  const mailbox = await ctx.mail.openMailbox(grantId)
  for (const { mailboxId, messageId, state } of await ctx.db.select().from(decisions)) {
    const place = mailboxId === id && places[state ?? '']
    if (place) await mailbox.move(messageId, place).catch(ignoreGone)
  }
  if (cursor !== null) await noteCursor(ctx.db, id, (await mailbox.listInbox({ limit: 1 })).cursor)
}

/** It had arrived since the start, and this world has never heard of it. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof MailError && error.failure === 'gone')) throw error
}
