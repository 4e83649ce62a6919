import { AppError } from '@doorman/domain/app-error'
import { receivePaymentEvent } from '@doorman/services/billing/receive-payment-event'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'

const maxBodyBytes = 256 * 1024

/**
 * Receives events from Stripe, which signs the bytes of the body. A 2xx response means that the
 * event and its job are stored; after any other response Stripe sends the event again.
 */
export function paymentWebhookRoutes(app: FastifyInstance, ctx: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post('/api/webhooks/stripe', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    if (!ctx.payments) throw new AppError('not-found', 'Unknown API call.')
    const { 'stripe-signature': signature } = request.headers
    const event = await ctx.payments.readEvent({
      signature: typeof signature === 'string' ? signature : undefined,
      body: typeof request.body === 'string' ? request.body : '',
    })
    if (event === 'unproven') throw new UnprovenEvent()
    await receivePaymentEvent(ctx, event)
    return reply.status(204).send()
  })
}

/** A forged request gets the same response as an unreadable one, so a forger learns nothing. */
class UnprovenEvent extends Error {
  override readonly name = 'UnprovenEvent'
  readonly statusCode = 400
}
