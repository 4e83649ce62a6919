import * as contract from '@doorman/contract/admin-tracking'
import type { Context } from '@doorman/services/ports/context'
import { changeTrackingCodes } from '@doorman/services/tracking/change-tracking-codes'
import { listTrackingCodeVersions } from '@doorman/services/tracking/list-tracking-code-versions'
import { loadTrackingCodes } from '@doorman/services/tracking/load-tracking-codes'
import { loadSavedTrackingCodes } from '@doorman/services/tracking/saved-tracking-codes'
import type { FastifyInstance } from 'fastify'
import { adminOf, route } from '../http/route.ts'
import { toPixelTest } from '../pages/pixel-test.ts'
import { withoutNonces, type TrackingCodeCache } from '../pages/tracking-codes.ts'

export function adminTrackingRoutes(
  app: FastifyInstance,
  ctx: Context,
  cache: TrackingCodeCache,
): void {
  route(app, contract.loadAdminTrackingCodes, async () => loadSavedTrackingCodes(ctx))
  route(app, contract.changeTrackingCodes, async (input, request) => {
    const { codes, removed } = await changeTrackingCodes(ctx, adminOf(request), input)
    cache.forget()
    return { ...codes, removed: [...removed] }
  })
  route(app, contract.listTrackingCodeVersions, async (input) => {
    const versions = await listTrackingCodeVersions(ctx, input)
    return versions.map(({ savedAt, ...version }) => ({
      ...version,
      savedAt: savedAt.toISOString(),
    }))
  })
  route(app, contract.previewTrackingCodes, async () => {
    const { head, bodyStart, bodyEnd } = await loadTrackingCodes(ctx)
    return {
      head: withoutNonces(head),
      bodyStart: withoutNonces(bodyStart),
      bodyEnd: withoutNonces(bodyEnd),
    }
  })
  app.get(contract.pixelTestPath, async ({ nonce }, reply) => {
    const { html, headers } = toPixelTest(await loadTrackingCodes(ctx), nonce)
    return reply.headers(headers).type('text/html; charset=utf-8').send(html)
  })
}
