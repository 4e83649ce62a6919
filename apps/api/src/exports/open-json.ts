import { notIncluded } from '@doorman/services/own-data/exported-tables'
import type { TableOfRows } from '@doorman/services/own-data/read-own-data'
import { PassThrough } from 'node:stream'
import type { ExportFile } from './export-file.ts'
import { writerTo } from './writer.ts'

/** One JSON document. */
export function openJson(exportedAt: Date): ExportFile {
  const file = new PassThrough()
  const put = writerTo(file, file)

  async function putTable({ name, batches }: TableOfRows): Promise<void> {
    await put(`${JSON.stringify(name)}: [`)
    let separator = '\n'
    for await (const rows of batches) {
      if (rows.length === 0) continue
      await put(separator + rows.map((row) => JSON.stringify(row)).join(',\n'))
      separator = ',\n'
    }
    await put(']')
  }

  return {
    file,
    async write(tables) {
      const head = { exportedAt, notIncluded }
      await put(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "tables": {`)
      let separator = '\n'
      for await (const table of tables) {
        await put(separator)
        await putTable(table)
        separator = ',\n'
      }
      await put('}}\n')
      file.end()
    },
  }
}
