import { AppError } from '@doorman/domain/app-error'
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'

/**
 * A backup is a compressed text. Line 1 is the header (H). Then each table has a line with its name
 * (T) and one per row (R, the row as JSON). The last line (E) has the count and checksum of each
 * table and of the whole, so a file that is cut off or changed is recognised.
 */
export type BackupHeader = {
  readonly format: typeof backupFormat
  /** The version of Doorman. */
  readonly version: string
  readonly migrations: readonly string[]
  readonly madeAt: string
  readonly isDemo: boolean | null
  /** Each table after those that it refers to. */
  readonly tables: readonly string[]
}

export const backupFormat = 'doorman-backup-1'

type TableSums = Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>

/** Counts and hashes the lines of a backup, as they are written and as they are read. */
export class BackupSums {
  readonly #whole = createHash('sha256')
  readonly #tables = new Map<string, { rows: number; hash: Hash }>()
  #current: { rows: number; hash: Hash } | null = null

  add(kind: 'H' | 'T' | 'R', text: string): void {
    this.#whole.update(`${kind} ${text}\n`)
    if (kind === 'T') {
      this.#current = { rows: 0, hash: createHash('sha256') }
      this.#tables.set(text, this.#current)
    } else if (kind === 'R' && this.#current) {
      this.#current.rows += 1
      this.#current.hash.update(`${text}\n`)
    }
  }

  toLastLine(): { readonly tables: TableSums; readonly text: string } {
    const sums = [...this.#tables].map(
      ([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }] as const,
    )
    const tables = Object.fromEntries(sums)
    return { tables, text: JSON.stringify({ tables, sha256: this.#whole.digest('hex') }) }
  }
}

export type Backup = { readonly header: BackupHeader; readonly tables: TableSums }

/**
 * Reads a whole backup and returns what is in it. Throws if the file is damaged or something else.
 * `onRow` gets every row, before it is known whether the rest of the file is sound.
 */
export async function readBackup(
  file: string,
  onRow: (table: string, row: string) => Promise<void> = async () => {},
): Promise<Backup> {
  const sums = new BackupSums()
  let header: BackupHeader | null = null
  let table = ''
  let tables: TableSums | null = null
  for await (const line of readLines(file)) {
    const text = line.slice(2)
    if (tables !== null) throw damaged(file)
    if (header === null) {
      if (!line.startsWith('H ')) throw notABackup(file)
      header = parseHeader(text, file)
      sums.add('H', text)
    } else if (line.startsWith('T ')) {
      sums.add('T', text)
      table = text
    } else if (line.startsWith('R ') && table !== '') {
      sums.add('R', text)
      await onRow(table, text)
    } else {
      const last = sums.toLastLine()
      const isComplete = header.tables.join() === Object.keys(last.tables).join()
      if (line !== `E ${last.text}` || !isComplete) throw damaged(file)
      tables = last.tables
    }
  }
  if (header === null || tables === null) throw damaged(file)
  return { header, tables }
}

async function* readLines(file: string): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8')
  const plain = createGunzip()
  // Settled by destroying `plain`, whose error the loop throws.
  const read = pipeline(createReadStream(file), plain).catch(() => {})
  let rest = ''
  try {
    for await (const chunk of plain) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw toReadError(error, file)
  } finally {
    plain.destroy()
    await read
  }
  if (rest !== '') throw damaged(file)
}

/** Translates only errors of the file. Errors of the code that uses the lines are thrown as they are. */
function toReadError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new AppError('not-found', `There is no file ${file}.`)
  if (code === 'Z_DATA_ERROR' && error instanceof Error && /header check/.test(error.message))
    return notABackup(file)
  return code.startsWith('Z_') ? damaged(file) : error
}

function parseHeader(text: string, file: string): BackupHeader {
  try {
    const header = JSON.parse(text) as BackupHeader // checked below
    const isList = (value: unknown) =>
      Array.isArray(value) && value.every((one) => typeof one === 'string')
    if (header.format === backupFormat && isList(header.migrations) && isList(header.tables))
      return header
  } catch {
    // The first line is not a header of ours.
  }
  throw notABackup(file)
}

function notABackup(file: string): AppError {
  return new AppError('invalid', `${file} is not a backup that this version can read.`)
}

function damaged(file: string): AppError {
  return new AppError(
    'invalid',
    `${file} is damaged: a part is missing or was changed. Nothing was restored. Use another backup.`,
  )
}
