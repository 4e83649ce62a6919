import { AppError } from '@doorman/domain/app-error'
import type { Provider } from '@doorman/domain/mailbox'
import { createPubSub } from '@doorman/mail/gmail/pub-sub'
import { MailError } from '@doorman/mail/mail-error'
import { listNotifications } from '@doorman/mail/microsoft/notifications'
import type { News, Sent } from '@doorman/services/mail-access'
import type { ClientStates } from './client-states.ts'
import type { Wire } from './mail-access.ts'
import type { GoogleConfig } from './mail-config.ts'

type NewsReader = (sent: Sent) => Promise<readonly News[] | 'unproven'>

/** How each provider tells of changes: Google signs, and Graph gives back the secret it was given. */
export function createNewsReaders({
  google,
  publicUrl,
  clientStates,
  wire,
}: {
  readonly google: GoogleConfig | null
  readonly publicUrl: string
  readonly clientStates: ClientStates
  readonly wire: Wire
}): Readonly<Record<Provider, NewsReader>> {
  const audience = `${publicUrl}/api/webhooks/gmail`
  const pubSub = google && createPubSub({ ...wire, ...google, audience })

  return {
    async gmail(sent) {
      const addresses = await pubSub?.listAddresses(sent).catch(refuseForNow)
      if (addresses === undefined || addresses === 'unproven') return 'unproven'
      return addresses.map((address) => ({ of: { address }, endsPush: false }))
    },
    async microsoft({ body }) {
      const news = listNotifications(body).flatMap(({ clientState, endsPush }) => {
        const grantId = clientStates.findGrantId(clientState)
        return grantId ? [{ of: { grantId }, endsPush }] : []
      })
      return news.length > 0 ? news : 'unproven'
    },
  }
}

/** Without Google's keys nothing is proven, nor disproven: it has to come again. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof MailError)) throw error
  throw new AppError('unavailable', 'This cannot be checked just now.', { cause: error })
}
