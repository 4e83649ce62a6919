import {
  exportFilteredEmailsInput,
  filteredEmailsExportPath,
} from '@doorman/contract/filtered-emails'
import { exportFilteredEmails } from '@doorman/services/filtered-emails/export-filtered-emails'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { parseInput } from '../http/route.ts'

/** Downloads the filtered emails as a CSV file, which is written while it is read. */
export function emailExportRoutes(app: FastifyInstance, ctx: Context): void {
  // HEAD would count as an export.
  app.get(filteredEmailsExportPath, { exposeHeadRoute: false }, async (request, reply) => {
    const filters = parseInput(exportFilteredEmailsInput, request)
    const pages = exportFilteredEmails(ctx, request.actor, filters)
    // Awaited before the response starts: a refusal or an outage can still set its status.
    const first = await pages.next()
    const file = Readable.from(startWith(first.value ?? '', pages))
    const day = ctx.now().toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="doorman-filtered-emails-${day}.csv"`)
      .send(file)
  })
}

async function* startWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
