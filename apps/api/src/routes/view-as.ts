import * as contract from '@doorman/contract/admin-users'
import type { Context } from '@doorman/services/ports/context'
import { endView } from '@doorman/services/users/end-view'
import { startView } from '@doorman/services/users/start-view'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'

/** In the admins' scope. */
export function startViewRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.switchUser, async (input, request, reply) => {
    const { email, cookies } = await startView(ctx, adminOf(request), input)
    reply.header('set-cookie', cookies)
    return { user: { email } }
  })
}

/** For signed-in users: during a view the actor is the user, not the admin. */
export function endViewRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.switchBack, async (_input, { actor, ip }, reply) => {
    const cookies = await endView(ctx, actor, ip)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return {}
  })
}
