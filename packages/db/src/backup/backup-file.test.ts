import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { backupFormat, BackupSums, readBackup } from './backup-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'doorman-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function write(bytes: Uint8Array): string {
  const file = join(folder, String((files += 1)))
  writeFileSync(file, bytes)
  return file
}

const header = {
  format: backupFormat,
  version: '0.2.0',
  migrations: ['0001_users.sql'],
  madeAt: '2026-11-17T12:00:00.000Z',
  isDemo: false,
  tables: ['users', 'emails'],
}
// Longer than a chunk of the stream, with characters of several bytes at its borders.
const rows = Array.from({ length: 3_000 }, (_, id) =>
  JSON.stringify({ id, name: 'Zoë … 🚪'.repeat(9) }),
)

function toLines(): string[] {
  const sums = new BackupSums()
  const line = (kind: 'H' | 'T' | 'R', text: string) => {
    sums.add(kind, text)
    return `${kind} ${text}`
  }
  const lines = [line('H', JSON.stringify(header)), line('T', 'users')]
  lines.push(...rows.map((row) => line('R', row)), line('T', 'emails'))
  return [...lines, `E ${sums.toLastLine().text}`]
}

const lines = toLines()
const pack = (all: readonly string[]) => gzipSync(`${all.join('\n')}\n`)
const sound = pack(lines)

test('a backup is read as it was written', async () => {
  const read: string[] = []
  const { header: found, tables } = await readBackup(write(sound), async (table, row) => {
    read.push(`${table} ${row}`)
  })
  expect(found).toEqual(header)
  expect(read).toEqual(rows.map((row) => `users ${row}`))
  expect(tables).toMatchObject({ users: { rows: 3_000 }, emails: { rows: 0 } })
})

const swapped = lines.with(5, lines[6] ?? '').with(6, lines[5] ?? '')

test.each([
  ['cut off', sound.subarray(0, sound.length - 20)],
  ['cut off in the middle', sound.subarray(0, sound.length / 2)],
  ['with a changed byte', sound.map((byte, index) => (index === 5_000 ? byte ^ 1 : byte))],
  ['with a changed row', pack(lines.with(9, 'R {"id":7,"name":"Mallory"}'))],
  ['without a row', pack(lines.toSpliced(9, 1))],
  ['with a row twice', pack(lines.toSpliced(9, 0, lines[9] ?? ''))],
  ['with rows in another order', pack(swapped)],
  ['without its last table', pack(lines.toSpliced(-2, 1))],
  ['without its last line', pack(lines.slice(0, -1))],
  ['with more behind its last line', pack([...lines, lines[5] ?? ''])],
  ['with a changed header', pack(lines.with(0, (lines[0] ?? '').replace('false', 'true')))],
])('a file %s is refused as damaged', async (_what, bytes) => {
  await expect(readBackup(write(bytes))).rejects.toThrow('is damaged')
})

test.each([
  ['a text', Buffer.from('hello')],
  ['a compressed text', gzipSync('hello\n')],
  [
    'a later format',
    pack(lines.with(0, `H ${JSON.stringify({ ...header, format: 'doorman-backup-2' })}`)),
  ],
])('%s is not a backup', async (_what, bytes) => {
  await expect(readBackup(write(bytes))).rejects.toThrow('is not a backup')
})

test('a missing file is named', async () => {
  await expect(readBackup(join(folder, 'none'))).rejects.toThrow('There is no file')
})

test('an error of the code that uses the rows is passed on unchanged', async () => {
  const fails = readBackup(write(sound), () => Promise.reject(new Error('constraint')))
  await expect(fails).rejects.toThrow('constraint')
})
