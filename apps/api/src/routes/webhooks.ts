import { AppError } from '@doorman/domain/app-error'
import type { Provider } from '@doorman/domain/mailbox'
import type { Context } from '@doorman/services/context'
import { takeNews } from '@doorman/services/mailboxes/take-news'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const kilobyte = 1024

/**
 * Where providers tell of changes. They prove who they are by what they send,
 * never by a login session, and get their 2xx when the work that follows is
 * stored: for anything else they come again.
 */
export function webhookRoutes(app: FastifyInstance, ctx: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post('/api/webhooks/gmail', { bodyLimit: 64 * kilobyte }, async (request, reply) => {
    await take(ctx, 'gmail', request)
    return reply.status(204).send()
  })

  // One request may tell of many mailboxes.
  const options = { bodyLimit: 1024 * kilobyte }
  for (const path of ['/api/webhooks/microsoft', '/api/webhooks/microsoft-lifecycle'])
    app.post<{ Querystring: Record<string, unknown> }>(path, options, async (request, reply) => {
      const { validationToken } = request.query
      if (validationToken !== undefined)
        return reply.type('text/plain; charset=utf-8').send(toEcho(validationToken))
      await take(ctx, 'microsoft', request)
      return reply.status(202).send()
    })
}

/** Answered as what cannot be read is: who forges one learns nothing from it. */
class ForgedNews extends Error {
  override readonly name = 'ForgedNews'
  readonly statusCode = 400
}

async function take(ctx: Context, provider: Provider, request: FastifyRequest): Promise<void> {
  const news = await ctx.mail.readNews(provider, {
    authorization: request.headers.authorization,
    body: typeof request.body === 'string' ? request.body : '',
  })
  if (news === 'unproven') throw new ForgedNews()
  await takeNews(ctx, { provider, news })
}

/**
 * Graph asks whether we want its notifications: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
 * It wants its words back to the letter, so what could be a page is refused rather than escaped.
 */
function toEcho(token: unknown): string {
  if (typeof token !== 'string' || token.length > kilobyte || /[<>\p{Cc}]/u.test(token))
    throw new AppError('invalid', 'This is no validation token.')
  return token
}
