import * as contract from '@doorman/contract/admin'
import { changeEmailSettings } from '@doorman/services/admin/change-email-settings'
import { loadEmailSettings } from '@doorman/services/admin/load-email-settings'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'

export function adminEmailRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadEmailSettings, async () => loadEmailSettings(ctx))
  route(app, contract.changeEmailSettings, async (input) => changeEmailSettings(ctx, input))
}
