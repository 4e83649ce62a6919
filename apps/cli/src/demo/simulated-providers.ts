import type { Hosts } from '@doorman/api/pages/mount-hosts'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { productName } from '@doorman/domain/brand'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { dayMs } from '@doorman/domain/time'
import type { GoogleConfig, MicrosoftConfig } from '@doorman/runtime/config/mail-config'
import type { StripeConfig } from '@doorman/runtime/config/payment-config'
import { createGoogle, type Google } from '@doorman/simulators/google/google'
import {
  createLanguageModel,
  type SimulatedModel,
} from '@doorman/simulators/language-model/language-model'
import { createMicrosoft, type Microsoft } from '@doorman/simulators/microsoft/microsoft'
import type { Arrivals } from '@doorman/simulators/scenes/arrivals'
import { openScenes } from '@doorman/simulators/scenes/open-scenes'
import type { SceneMailbox } from '@doorman/simulators/scenes/people'
import { addSpecialAccounts } from '@doorman/simulators/scenes/special-accounts'
import type { StripeSnapshot } from '@doorman/simulators/stripe/snapshot'
import { createStripe, type SimulatedStripe } from '@doorman/simulators/stripe/stripe'
import { createWebMail } from '@doorman/simulators/world-page/web-mail'
import { createWorldPage } from '@doorman/simulators/world-page/world-page'
import { VirtualClock } from '@doorman/simulators/world/clock'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { createWorld, type World } from '@doorman/simulators/world/world'

export type SimulatedProviders = {
  readonly world: World
  /** New messages for the simulated mailboxes. */
  readonly arrivals: Arrivals
  /** Request handlers by the path prefix they are served under. */
  readonly hosts: Hosts
  readonly google: GoogleConfig & { readonly pushTopic: string; readonly pushAccount: string }
  readonly microsoft: MicrosoftConfig
  readonly stripe: StripeConfig
  /** The simulators themselves, for tests that make them misbehave. */
  readonly simulators: {
    readonly google: Google
    readonly microsoft: Microsoft
    readonly languageModel: SimulatedModel
    readonly stripe: SimulatedStripe
  }
  /** Lets messages arrive and time pass, for the demo. Returns a function that stops the clock. */
  followRealTime(): () => void
  /** Consents on the consent page as the mailbox's owner and returns the authorization code. */
  answerConsent(provider: MailProvider, url: string, store: MailStore): Promise<string>
}

const app = { clientId: 'doorman-demo', clientSecret: 'no secret at all', name: productName }

const payments = { secretKey: 'sk_test_doorman_demo_key', webhookSecret: 'whsec_doorman_demo_key' }

const push = {
  topic: 'projects/doorman/topics/gmail',
  subscription: 'projects/doorman/subscriptions/gmail-push',
  serviceAccount: 'gmail-push@doorman.iam.gserviceaccount.com',
}

/**
 * Simulates Google, Microsoft, Stripe and a language model for a product at `publicUrl`, with Doorman
 * registered as an app.
 */
export function simulateProviders(
  publicUrl: string,
  {
    clock = new VirtualClock(new Date()),
    fetch = globalThis.fetch,
    ownUrl = publicUrl,
    stripeSnapshot,
    passDays = async (days) => clock.advance(days * dayMs),
    mailboxes,
  }: {
    readonly clock?: VirtualClock
    /** The simulators' own address, if it isn't the product's. */
    readonly ownUrl?: string
    /** How the simulators call the product's webhooks. */
    readonly fetch?: typeof globalThis.fetch
    readonly stripeSnapshot?: StripeSnapshot | undefined
    /** Moves the clocks forward. Default: only that of the simulators. */
    readonly passDays?: (days: number) => Promise<void>
    /** Default: those that visitors of the demo can connect. Filling them takes 200 to 600 ms. */
    readonly mailboxes?: readonly SceneMailbox[] | undefined
  } = {},
): SimulatedProviders {
  const world = createWorld({ clock, fetch })
  const arrivals = openScenes(world, mailboxes)
  const googleUrl = `${ownUrl}/dev/google`
  const microsoftUrl = `${ownUrl}/dev/microsoft`
  const webMailUrl = `${ownUrl}/dev/web-mail`
  const webhookUrl = `${publicUrl}/api/webhooks/gmail`
  /** One to connect a mailbox, one to sign in. */
  const toRedirectUrls = (mailProvider: MailProvider, signInProvider: SignInProvider) => [
    `${publicUrl}/api/${mailProvider}/callback`,
    `${publicUrl}/api/auth/${signInProvider}/callback`,
  ]
  const google = createGoogle(world, {
    apps: [{ ...app, redirectUris: toRedirectUrls('gmail', 'google') }],
    push: { ...push, endpoint: webhookUrl, audience: webhookUrl },
  })
  const microsoft = createMicrosoft(world, {
    apps: [{ ...app, redirectUris: toRedirectUrls('microsoft', 'microsoft') }],
    loginUrl: microsoftUrl,
    graphUrl: microsoftUrl,
    webUrl: webMailUrl,
    fetch,
  })
  addSpecialAccounts(world, { google, microsoft })
  // Accounts and seeded messages are the same at every start, but new arrivals must not reuse the
  // ids of messages that arrived before the restart.
  world.random.reseed(clock.now().getTime())
  const stripeUrl = `${ownUrl}/dev/stripe`
  const stripe = createStripe(world, {
    secretKey: payments.secretKey,
    baseUrl: stripeUrl,
    webhook: { url: `${publicUrl}/api/webhooks/stripe`, secret: payments.webhookSecret },
    fetch,
    snapshot: stripeSnapshot,
  })
  const languageModel = createLanguageModel(world)
  return {
    world,
    arrivals,
    simulators: { google, microsoft, languageModel, stripe },
    followRealTime() {
      arrivals.start()
      return clock.followRealTime()
    },
    hosts: {
      '/dev/google': google.handle,
      '/dev/microsoft': microsoft.handle,
      '/dev/language-model': languageModel.handle,
      '/dev/stripe': stripe.handle,
      '/dev/web-mail': createWebMail(microsoft),
      '/dev/world': createWorldPage({ world, arrivals, passDays }),
    },
    google: {
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      oauthUrl: googleUrl,
      apiUrl: googleUrl,
      webUrl: webMailUrl,
      pushTopic: push.topic,
      pushAccount: push.serviceAccount,
    },
    microsoft: {
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      loginUrl: microsoftUrl,
      graphUrl: microsoftUrl,
    },
    stripe: {
      secretKey: payments.secretKey,
      webhookSecrets: [payments.webhookSecret],
      prices: { monthly: 'price_monthly', yearly: 'price_yearly' },
      apiUrl: stripeUrl,
    },
    async answerConsent(provider, url, store) {
      const { owner } = store
      const [handle, baseUrl, yes] = {
        gmail: [google.handle, googleUrl, 'allow'] as const,
        microsoft: [microsoft.handle, microsoftUrl, 'accept'] as const,
      }[provider]
      // The mailbox was connected before, so its administrator has already approved the app.
      if (provider === 'microsoft') microsoft.giveAdminConsent(store)
      const form = new URLSearchParams({ answer: yes, account: owner.subject })
      for (const scope of new URL(url).searchParams.get('scope')?.split(' ') ?? [])
        form.append('scope', scope)
      const path = url.slice(baseUrl.length)
      const answer = await handle(
        new Request(`${publicUrl}${path}`, { method: 'POST', body: form }),
      )
      return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    },
  }
}
