import type { TableOfRows } from '@doorman/services/own-data/read-own-data'
import type { Readable } from 'node:stream'

export type ExportFile = {
  readonly file: Readable
  /** Writes all tables to the file, at the pace of its reader. Rejects if the reader goes away. */
  write(tables: AsyncIterable<TableOfRows>): Promise<void>
}
