import { readdirSync, statSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from '../../commands/usage-error.ts'
import { describeFileError, type Problem } from './problem.ts'
import { sanitise } from '../terminal/terminal-text.ts'

/** A file that the user named, or that is in a folder they named. */
export type MailFile = {
  /** As the user wrote it. */
  readonly name: string
  /** `null` is standard input. */
  readonly path: string | null
  readonly kind: 'eml' | 'mbox' | 'jsonl'
  readonly isCompressed: boolean
  readonly sizeBytes: number
}

/** Apple Mail exports a folder `Name.mbox` with a file `mbox` in it. */
const fileName = /(?:^|[./\\])(eml|mbox|jsonl)(\.gz)?$/i

/**
 * Lists the files to read in the given order, with the mail files of each folder. Missing files
 * stay in the list, so that they are reported in order.
 */
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
        `${sanitise(name)} has an unknown type. Use .eml, .mbox or .jsonl files (also as .gz), folders of these, or - to read lines of JSON from standard input.`,
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
  if (mailFiles.length === 0)
    return { kind: 'lost-file', where: name, why: 'contains no mail files' }
  return mailFiles
}

/** The mail files of a folder and its subfolders, or the reason why it can't be read. */
function listBelow(path: string): string[] | string {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((below) =>
      fileName.test(below),
    )
  } catch (error) {
    const why = describeFileError(error)
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

/** `null` if the path can't be examined. Opening it later reports why. */
function findStats(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
