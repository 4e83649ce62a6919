import * as contract from '@doorman/contract/contact'
import { sendContactMessage } from '@doorman/services/contact/send-contact-message'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route, visitorOf } from '../http/route.ts'

export function contactRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.sendContactMessage, async (input, request) => {
    await sendContactMessage(ctx, visitorOf(request), input)
    return {}
  })
}
