import type { UserId } from '@doorman/domain/ids'
import { minuteMs } from '@doorman/domain/time'
import { readOwnData } from '@doorman/services/own-data/read-own-data'
import type { Context } from '@doorman/services/ports/context'
import type { Readable } from 'node:stream'
import { openJson } from './open-json.ts'
import { openZip } from './open-zip.ts'

/**
 * The export holds a connection and a snapshot of the database until the browser has read it. A
 * browser that reads too slowly is cut off; the user can ask for another link.
 */
const maxExportMs = 10 * minuteMs

/** Everything that is held about a user, as a file that is written while it is read. */
export function streamExport(
  ctx: Context,
  userId: UserId,
  format: 'json' | 'csv',
): { readonly file: Readable; readonly ended: Promise<void> } {
  const exportedAt = ctx.now()
  const { file, write } = format === 'json' ? openJson(exportedAt) : openZip(exportedAt)
  const timer = setTimeout(() => file.destroy(new Error('Too slow')), maxExportMs)
  const ended = readOwnData(ctx, userId, write)
    .catch((error: unknown) => {
      // If the browser is gone, the file is destroyed already, and this does nothing.
      file.destroy(error instanceof Error ? error : new Error('Export failed'))
    })
    .finally(() => clearTimeout(timer))
  return { file, ended }
}
