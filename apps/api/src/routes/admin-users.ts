import * as contract from '@doorman/contract/admin-users'
import { listUsers } from '@doorman/services/admin/list-users'
import { loadAdminStats } from '@doorman/services/admin/load-admin-stats'
import type { Context } from '@doorman/services/ports/context'
import { deleteUserAsAdmin } from '@doorman/services/users/delete-user-as-admin'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'

export function adminUserRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadAdminStats, async () => loadAdminStats(ctx))
  route(app, contract.listUsers, async (input) => {
    const { list, nextCursor } = await listUsers(ctx, input)
    return {
      list: list.map(({ trialEndDate, createdAt, ...user }) => ({
        ...user,
        trialEndDate: trialEndDate?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      })),
      nextCursor,
    }
  })
  route(app, contract.deleteUser, async (input, request) => {
    await deleteUserAsAdmin(ctx, adminOf(request), input)
    return {}
  })
}
