import { byteOrderMark, toCsvLine } from '@doorman/domain/accounts/csv'
import { notIncluded } from '@doorman/services/own-data/exported-tables'
import type { TableOfRows } from '@doorman/services/own-data/read-own-data'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportFile } from './export-file.ts'
import { writerTo } from './writer.ts'

/** A zip with one CSV file per table, and a list of what is not included. */
export function openZip(exportedAt: Date): ExportFile {
  const zip = new ZipFile()
  // All data of the archive passes through it, so that its reader sets the pace.
  const file = new PassThrough()
  zip.outputStream.pipe(file)
  const options = { mtime: exportedAt }

  async function putTable({ name, columns, batches }: TableOfRows): Promise<void> {
    const entry = new PassThrough()
    zip.addReadStream(entry, `${name}.csv`, options)
    const put = writerTo(entry, file)
    await put(byteOrderMark + toCsvLine(columns))
    for await (const rows of batches)
      if (rows.length > 0)
        await put(rows.map((row) => toCsvLine(columns.map((column) => row[column]))).join(''))
    entry.end()
  }

  return {
    file,
    async write(tables) {
      const notes = Object.entries(notIncluded).map((note) => toCsvLine(note))
      const text = byteOrderMark + toCsvLine(['table', 'why']) + notes.join('')
      zip.addBuffer(Buffer.from(text), 'not-included.csv', options)
      for await (const table of tables) await putTable(table)
      zip.end()
    },
  }
}
