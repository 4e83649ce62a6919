import * as contract from '@doorman/contract/admin-settings'
import { changeEmailSettings } from '@doorman/services/admin/change-email-settings'
import { loadEmailSettings } from '@doorman/services/admin/load-email-settings'
import { sendTestEmail } from '@doorman/services/emails/send-test-email'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'

export function adminEmailRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadEmailSettings, async () => loadEmailSettings(ctx))
  route(app, contract.changeEmailSettings, async (input, request) =>
    changeEmailSettings(ctx, adminOf(request), input),
  )
  route(app, contract.sendTestEmail, async (input, request) => {
    await sendTestEmail(ctx, adminOf(request), input)
    return {}
  })
}
