import { readdirSync, statSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from '../usage-error.ts'
import { findFileFault, type Problem } from './problem.ts'
import { toHarmless } from './terminal-text.ts'

/** One of the sources a person named, or found in a folder they named. */
export type MailFile = {
  /** As they wrote it, so that they know it again. */
  readonly name: string
  /** `null` is standard input. */
  readonly path: string | null
  readonly kind: 'eml' | 'mbox' | 'jsonl'
  readonly isCompressed: boolean
  readonly sizeBytes: number
}

/** Apple Mail exports a folder `Name.mbox` with a file `mbox` in it. */
const fileName = /(?:^|[./\\])(eml|mbox|jsonl)(\.gz)?$/i

/** What there is to read, in the order named; a folder stands for the mail files below it. A file that is missing stays in the list. */
export function listMailFiles(names: readonly string[], folder: string): (MailFile | Problem)[] {
  return names.flatMap((name) => {
    if (name === '-')
      return { name, path: null, kind: 'jsonl', isCompressed: false, sizeBytes: 0 } as const
    const path = resolve(folder, name)
    const stats = findStats(path)
    if (stats?.isDirectory()) return listFolder(name, path)
    const file = findMailFile(name, path, stats)
    if (file === null)
      throw new UsageError(
        `${toHarmless(name)} is of no known kind. Give files .eml, .mbox or .jsonl (each also .gz), folders of these, or - for lines of JSON on standard input.`,
      )
    return file
  })
}

function listFolder(name: string, path: string): MailFile[] | Problem {
  const files = listBelow(path)
  if (typeof files === 'string') return { kind: 'lost-file', where: name, why: files }
  const mailFiles = files.sort().flatMap((below) => {
    const stats = findStats(join(path, below))
    return (stats?.isFile() && findMailFile(join(name, below), join(path, below), stats)) || []
  })
  if (mailFiles.length === 0) return { kind: 'lost-file', where: name, why: 'holds no mail files' }
  return mailFiles
}

/** The mail files below a folder, or why it cannot be read. */
function listBelow(path: string): string[] | string {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((below) =>
      fileName.test(below),
    )
  } catch (error) {
    const why = findFileFault(error)
    if (why === null) throw error
    return why
  }
}

function findMailFile(name: string, path: string, stats: Stats | null): MailFile | null {
  const [, ending = '', compressed] = fileName.exec(name) ?? []
  const kind = kinds.find((one) => one === ending.toLowerCase())
  if (!kind) return null
  return { name, path, kind, isCompressed: compressed !== undefined, sizeBytes: stats?.size ?? 0 }
}

const kinds = ['eml', 'mbox', 'jsonl'] as const

/** `null` where nothing can be seen: opening it will tell why. */
function findStats(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
