import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Grant } from '@doorman/mail/consent'
import type { Context } from '@doorman/services/ports/context'
import type { SimulatedProviders } from './simulated-providers.ts'

const oauthAttempt = {
  state: 'none',
  nonce: 'the demo itself',
  codeVerifier: 'the-demo-talks-to-its-own-simulator-only-here',
}

/** Consents as the owner of a simulated mailbox. `null` if there is no such mailbox. */
export async function consentToSimulated(
  ctx: Context,
  { world, answerConsent }: SimulatedProviders,
  { provider, address }: { readonly provider: MailProvider; readonly address: string },
): Promise<Grant | null> {
  const consent = ctx.mail.consents[provider]
  const store = world.findMailbox(address)
  if (!consent || !store) return null
  const attempt = { ...oauthAttempt, redirectUrl: `${ctx.publicUrl}/api/${provider}/callback` }
  const code = await answerConsent(provider, consent.toAuthorizationUrl(attempt), store)
  const redemption = await consent.redeemCode({ ...attempt, code })
  return redemption.kind === 'granted' ? redemption.grant : null
}
