import { switchBack } from '@doorman/contract/admin-users'
import { shownUserHeader, shownUserParameter } from '@doorman/contract/shown-user'
import { AppError } from '@doorman/domain/app-error'
import type { Actor } from '@doorman/services/ports/actor'
import type { FastifyInstance } from 'fastify'

/** Names the user of a request and, during a view, the admin. */
export function toShownUser({ userId, viewerId }: Actor): string {
  return viewerId === undefined ? userId : `${userId}, viewed by ${viewerId}`
}

type Query = Readonly<Record<string, unknown>>

/**
 * Refuses the calls of a page that shows another user than the session's. The cookie belongs to all
 * tabs of a browser: after a new sign-in or an admin's view in one tab, an action in another tab would
 * be done as the wrong user. Calls without the header come from documents and programs.
 */
export function refuseOtherUsersPages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ actor, headers, query, routeOptions }) => {
    const shown = headers[shownUserHeader] ?? (query as Query)[shownUserParameter]
    // `guardViews` refuses calls after a view has ended. Ending a view is idempotent.
    const isChecked = actor.viewEndedBy === undefined && routeOptions.url !== switchBack.path
    if (shown !== undefined && isChecked && shown !== toShownUser(actor))
      throw new AppError(
        'user-changed',
        'You’ve changed users in another tab. Nothing was changed.',
      )
  })
}
