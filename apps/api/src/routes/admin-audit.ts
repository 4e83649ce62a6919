import * as contract from '@doorman/contract/admin-audit'
import { checkAuditLog } from '@doorman/services/audit/check-audit-log'
import { exportAuditLog } from '@doorman/services/audit/export-audit-log'
import { listAuditLog } from '@doorman/services/audit/list-audit-log'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { adminOf, route } from '../http/route.ts'

export function adminAuditRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listAuditLog, async ({ hideViewRequests, ...query }) => {
    const { list, nextCursor } = await listAuditLog(ctx, {
      ...query,
      hideViewRequests: hideViewRequests === 'true',
    })
    return {
      list: list.map((entry) => ({ ...entry, recordedAt: entry.recordedAt.toISOString() })),
      nextCursor,
    }
  })

  route(app, contract.checkAuditLog, async () => checkAuditLog(ctx))

  // Not JSON but lines of it, so it is not an endpoint of the contract.
  // HEAD would record an export.
  app.get(contract.auditExportPath, { exposeHeadRoute: false }, async (request, reply) => {
    const lines = await exportAuditLog(ctx, adminOf(request))
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', 'attachment; filename="doorman-audit-log.ndjson"')
      .send(Readable.from(lines))
  })
}
