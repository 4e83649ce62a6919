import { AppError } from '@doorman/domain/app-error'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { createPubSub } from '@doorman/mail/gmail/push/pub-sub'
import { MailError } from '@doorman/mail/mail-error'
import { listNotifications } from '@doorman/mail/microsoft/push/notifications'
import type { PushNotification, WebhookRequest } from '@doorman/services/ports/mail-access'
import type { ClientStates } from './client-states.ts'
import type { Transport } from '@doorman/mail/http/transport'
import type { GoogleConfig } from '../config/mail-config.ts'

type PushReader = (request: WebhookRequest) => Promise<readonly PushNotification[] | 'unproven'>

/** Verifies push notifications: Google signs them with a token, Graph repeats our client state. */
export function createPushReaders({
  google,
  publicUrl,
  clientStates,
  transport,
}: {
  readonly google: GoogleConfig | null
  readonly publicUrl: string
  readonly clientStates: ClientStates
  readonly transport: Transport
}): Readonly<Record<MailProvider, PushReader>> {
  const audience = `${publicUrl}/api/webhooks/gmail`
  const pushAccount = google?.pushAccount ?? null
  const pubSub =
    google &&
    pushAccount !== null &&
    createPubSub({ ...transport, ...google, pushAccount, audience })

  return {
    async gmail(request) {
      if (!pubSub) return 'unproven'
      const addresses = await pubSub.listAddresses(request).catch(failAsUnavailable)
      if (addresses === 'unproven') return 'unproven'
      return addresses.map((address) => ({ of: { address }, endsPush: false }))
    },
    async microsoft({ body }) {
      const notifications = listNotifications(body).flatMap(({ clientState, endsPush }) => {
        const grantId = clientStates.findGrantId(clientState)
        return grantId ? [{ of: { grantId }, endsPush }] : []
      })
      return notifications.length > 0 ? notifications : 'unproven'
    },
  }
}

/** Google's keys could not be loaded. The error makes Pub/Sub send the notification again. */
function failAsUnavailable(error: unknown): never {
  if (!(error instanceof MailError)) throw error
  throw new AppError('unavailable', 'The notification cannot be verified right now.', {
    cause: error,
  })
}
