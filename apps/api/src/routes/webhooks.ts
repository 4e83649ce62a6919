import { AppError } from '@doorman/domain/app-error'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Context } from '@doorman/services/ports/context'
import { receivePushNotifications } from '@doorman/services/mailboxes/upkeep/receive-push-notifications'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const kilobyte = 1024

/**
 * Receives push notifications from providers. Requests are authenticated by their content, not by a
 * login session. A 2xx response means that the resulting job is stored; after any other response the
 * provider sends the notification again.
 */
export function webhookRoutes(app: FastifyInstance, ctx: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post('/api/webhooks/gmail', { bodyLimit: 64 * kilobyte }, async (request, reply) => {
    await receive(ctx, 'gmail', request)
    return reply.status(204).send()
  })

  // One request may contain notifications for many mailboxes.
  const options = { bodyLimit: 1024 * kilobyte }
  for (const path of ['/api/webhooks/microsoft', '/api/webhooks/microsoft-lifecycle'])
    app.post<{ Querystring: Record<string, unknown> }>(path, options, async (request, reply) => {
      const { validationToken } = request.query
      if (validationToken !== undefined)
        return reply.type('text/plain; charset=utf-8').send(toEcho(validationToken))
      await receive(ctx, 'microsoft', request)
      return reply.status(202).send()
    })
}

/** A forged request gets the same response as an unreadable one, so a forger learns nothing. */
class ForgedNotification extends Error {
  override readonly name = 'ForgedNotification'
  readonly statusCode = 400
}

async function receive(
  ctx: Context,
  provider: MailProvider,
  request: FastifyRequest,
): Promise<void> {
  const notifications = await ctx.mail.readPushNotifications(provider, {
    authorization: request.headers.authorization,
    body: typeof request.body === 'string' ? request.body : '',
  })
  if (notifications === 'unproven') throw new ForgedNotification()
  await receivePushNotifications(ctx, { provider, notifications })
}

/**
 * Graph's validation request: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
 * The token must be echoed unchanged, so a token that could be HTML is refused instead of escaped.
 */
function toEcho(token: unknown): string {
  if (typeof token !== 'string' || token.length > kilobyte || /[<>\p{Cc}]/u.test(token))
    throw new AppError('invalid', 'This is no validation token.')
  return token
}
