import * as contract from '@doorman/contract/admin-settings'
import { changeAdminSettings } from '@doorman/services/admin/change-admin-settings'
import { changeAuthGuideSettings } from '@doorman/services/admin/change-auth-guide-settings'
import { loadAdminSettings } from '@doorman/services/admin/load-admin-settings'
import { loadAuthGuideSettings } from '@doorman/services/admin/load-auth-guide-settings'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'

export function adminSettingsRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadAdminSettings, async () => loadAdminSettings(ctx))
  route(app, contract.changeAdminSettings, async (input, request) =>
    changeAdminSettings(ctx, adminOf(request), input),
  )
  route(app, contract.loadAuthGuideSettings, async () => loadAuthGuideSettings(ctx))
  route(app, contract.changeAuthGuideSettings, async (input, request) =>
    changeAuthGuideSettings(ctx, adminOf(request), input),
  )
}
