import * as contract from '@doorman/contract/emails'
import { toSender } from '@doorman/domain/mail/sender'
import { toDayIn } from '@doorman/domain/time'
import { changeEmailPreferences } from '@doorman/services/emails/change-email-preferences'
import { checkRestoreLink } from '@doorman/services/emails/check-restore-link'
import { checkUnsubscribeLink } from '@doorman/services/emails/check-unsubscribe-link'
import { loadEmailPreferences } from '@doorman/services/emails/load-email-preferences'
import { unsubscribe } from '@doorman/services/emails/unsubscribe'
import { useRestoreLink } from '@doorman/services/emails/use-restore-link'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route, visitorOf } from '../http/route.ts'

/** Which emails a signed-in user wants. */
export function emailPreferenceRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadEmailPreferences, async (_input, { actor }) =>
    loadEmailPreferences(ctx, actor),
  )
  route(app, contract.changeEmailPreferences, async (input, { actor }) =>
    changeEmailPreferences(ctx, actor, input),
  )
}

/** The links in our emails, for everyone who has one. */
export function emailLinkRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.checkRestoreLink, async (input, request) => {
    const link = await checkRestoreLink(ctx, visitorOf(request), input)
    const { decision, mailbox, timeZone } = link
    return {
      sender: toSender(decision),
      subject: decision.subject ?? '',
      receivedOn: decision.receivedAt && toDayIn(timeZone, decision.receivedAt),
      mailbox,
      isRestored: decision.state === 'restored',
    }
  })

  route(app, contract.useRestoreLink, async (input, request) => {
    await useRestoreLink(ctx, visitorOf(request), input)
    return {}
  })

  route(app, contract.checkUnsubscribeLink, async (input, request) =>
    checkUnsubscribeLink(ctx, visitorOf(request), input),
  )
}

/**
 * Our page posts JSON. A mail program posts a form (RFC 8058) of either content type. The form is
 * ignored: its one field is constant, and the address contains the token.
 */
export function unsubscribeRoutes(app: FastifyInstance, ctx: Context): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, _body, done) => done(null, {}),
  )
  route(app, contract.unsubscribe, async (input, request) => {
    await unsubscribe(ctx, visitorOf(request), input)
    return {}
  })
  // A mail program without RFC 8058 opens the address in a browser. The page asks first.
  app.get<{ Querystring: Record<string, unknown> }>(
    contract.unsubscribe.path,
    async (request, reply) => {
      const { token } = request.query
      const query = typeof token === 'string' ? `?${new URLSearchParams({ token })}` : ''
      return reply.redirect(`/unsubscribe${query}`, 303)
    },
  )
}
