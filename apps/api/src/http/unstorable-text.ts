import { AppError } from '@doorman/domain/app-error'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses a NUL in the path or query of any request. This is the only unstorable text that a URL can
 * contain: half a surrogate pair has no percent-encoding.
 */
export function refuseUnstorableUrls(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (!url.includes('%00')) return done()
    done(new AppError('invalid', 'The address contains characters that can’t be stored.'))
  })
}

/**
 * Refuses input with text that PostgreSQL cannot store: it fails on NUL, and as JSON on half a
 * surrogate pair (`\ud800`). The input has been parsed, so the contract limits its depth.
 */
export function refuseUnstorable(input: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(input))
    if (!isStorable(value))
      throw new AppError('invalid', `The field ${field} contains characters that can’t be stored.`)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).flat().every(isStorable)
}
