import { openFilteredEmailPath } from '@doorman/contract/filtered-emails'
import { AppError } from '@doorman/domain/app-error'
import { DecisionId } from '@doorman/domain/ids'
import { findWebLink } from '@doorman/services/filtered-emails/find-web-link'
import { loadFilteredEmail } from '@doorman/services/filtered-emails/load-filtered-email'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

const Params = z.object({ id: DecisionId })

/**
 * A link that people follow, so failures are pages too: the list with this email open, which says why,
 * or the activity for an email that was kept.
 */
export function openEmailRoute(app: FastifyInstance, ctx: Context): void {
  // HEAD would count against the user's limit.
  app.get(openFilteredEmailPath, { exposeHeadRoute: false }, async (request, reply) => {
    const params = Params.safeParse(request.params)
    if (!params.success) return reply.redirect('/filtered-emails', 302)
    const { id } = params.data
    try {
      return await reply.redirect(await findWebLink(ctx, request.actor, { id }), 302)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isListed = await loadFilteredEmail(ctx, request.actor, { id }).then(
        () => true,
        () => false,
      )
      return reply.redirect(isListed ? `/filtered-emails?open=${id}` : '/activity', 302)
    }
  })
}
