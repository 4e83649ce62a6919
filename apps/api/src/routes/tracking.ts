import * as contract from '@doorman/contract/tracking'
import { AppError } from '@doorman/domain/app-error'
import { isTrackedPage } from '@doorman/domain/site/tracked-pages'
import { consentAnswers, consentCookie } from '@doorman/domain/site/tracking-consent'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import { withoutNonces, type FindCodes } from '../pages/tracking-codes.ts'

const rememberedSeconds = 180 * 86_400

export function trackingRoutes(app: FastifyInstance, findCodes: FindCodes): void {
  route(app, contract.loadTrackingCodes, async (_input, _request, reply) => {
    reply.header('cache-control', `public, max-age=${contract.trackingCacheMs / 1000}`)
    const codes = Object.entries(await findCodes()).filter(([, markup]) => markup !== '')
    return Object.fromEntries(codes.map(([place, markup]) => [place, withoutNonces(markup)]))
  })
}

/**
 * Receives the consent bar's form, which works without JavaScript, and redirects back to the page.
 */
export function consentRoutes(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  const attributes = `Path=/; Max-Age=${rememberedSeconds}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  )
  app.post('/api/tracking-consent', async ({ body }, reply) => {
    const form = body instanceof URLSearchParams ? body : new URLSearchParams()
    const answer = consentAnswers.find((known) => known === form.get('answer'))
    if (!answer) throw new AppError('invalid', 'Please answer with yes or no.')
    const page = form.get('page') ?? ''
    if (/\p{Cc}/u.test(page)) throw new AppError('invalid', 'This is not one of our pages.')
    reply.header('set-cookie', `${consentCookie}=${answer}; ${attributes}`)
    return reply.redirect(isTrackedPage(page) ? toHeader(page) : '/', 303)
  })
}

/** A header holds ASCII only. */
function toHeader(path: string): string {
  return path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
}
