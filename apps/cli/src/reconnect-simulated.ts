import { mailboxes } from '@doorman/db/schema'
import type { Context } from '@doorman/services/context'
import { keepGrant } from '@doorman/services/mailboxes/keep-grant'
import type { SimulatedProviders } from './simulated-providers.ts'

const question = {
  state: 'none',
  nonce: 'a restart of the demo',
  codeVerifier: 'nobody-but-the-demo-itself-listens-on-this-machine',
}

/**
 * Simulated providers forget at a restart whom they let in, which real ones do
 * not. So everybody who had a mailbox connected is let in again.
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
    if (redemption.kind === 'granted' && redemption.grant.subject === subject)
      await keepGrant(ctx, mailbox, redemption.grant)
  }
}
