import * as contract from '@doorman/contract/smart-response'
import type { Actor } from '@doorman/services/ports/actor'
import type { Context } from '@doorman/services/ports/context'
import { agreeToSmartResponse } from '@doorman/services/filter-settings/agree-to-smart-response'
import { changeSmartResponse } from '@doorman/services/filter-settings/change-smart-response'
import { loadSmartResponse } from '@doorman/services/filter-settings/load-smart-response'
import { withdrawSmartResponse } from '@doorman/services/filter-settings/withdraw-smart-response'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'

export function smartResponseRoutes(app: FastifyInstance, ctx: Context): void {
  const show = async (actor: Actor) => {
    const response = await loadSmartResponse(ctx, actor)
    return { ...response, agreedAt: response.agreedAt?.toISOString() ?? null }
  }

  route(app, contract.loadSmartResponse, async (_input, { actor }) => show(actor))

  route(app, contract.changeSmartResponse, async ({ text }, { actor }) => {
    await changeSmartResponse(ctx, actor, { text })
    return show(actor)
  })

  route(app, contract.agreeToSmartResponse, async (_input, { actor }) => {
    await agreeToSmartResponse(ctx, actor)
    return show(actor)
  })

  route(app, contract.withdrawSmartResponse, async (_input, { actor }) => {
    await withdrawSmartResponse(ctx, actor)
    return show(actor)
  })
}
