import { dayMs } from '@doorman/domain/time'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'

const validForDays = 180

/** Says where to report a vulnerability: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxtRoutes(app: FastifyInstance, ctx: Context): void {
  const path = '/.well-known/security.txt'
  app.get(path, async (_request, reply) => {
    const expires = new Date(ctx.now().getTime() + validForDays * dayMs)
    const lines = [
      `Contact: mailto:${ctx.contactEmail}`,
      `Expires: ${expires.toISOString()}`,
      `Canonical: ${ctx.publicUrl}${path}`,
      'Preferred-Languages: en',
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
