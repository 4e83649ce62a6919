import * as contract from '@doorman/contract/tracking'
import { noncePlace } from '@doorman/services/tracking/sanitise-snippet'
import type { FastifyInstance } from 'fastify'
import { route } from '../route.ts'
import type { FindCodes } from '../tracking.ts'

export function trackingRoutes(app: FastifyInstance, findCodes: FindCodes): void {
  route(app, contract.loadTrackingCodes, async (_input, _request, reply) => {
    reply.header('cache-control', `public, max-age=${contract.trackingKeptMs / 1000}`)
    const codes = Object.entries(await findCodes()).filter(([, markup]) => markup !== '')
    return Object.fromEntries(
      codes.map(([place, markup]) => [place, markup.replaceAll(` ${noncePlace}`, '')]),
    )
  })
}
