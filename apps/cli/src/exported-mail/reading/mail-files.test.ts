import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../../commands/usage-error.ts'
import { listMailFiles } from './mail-files.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['a.eml', 'eml', false],
  ['b.MBOX', 'mbox', false],
  ['c.jsonl', 'jsonl', false],
  ['d.jsonl.gz', 'jsonl', true],
  ['e.mbox.gz', 'mbox', true],
])('the type of %s is recognised by its name', (name, kind, isCompressed) => {
  writeFileSync(join(folder, name), 'four')
  expect(listMailFiles([name], folder)).toEqual([
    { name, path: join(folder, name), kind, isCompressed, sizeBytes: 4 },
  ])
})

test('a dash is standard input, and a missing file stays in the list', () => {
  expect(listMailFiles(['-', '/nowhere/a.eml'], folder)).toMatchObject([
    { name: '-', path: null, kind: 'jsonl' },
    { name: '/nowhere/a.eml', path: '/nowhere/a.eml', kind: 'eml', sizeBytes: 0 },
  ])
})

test('a folder expands to the mail files in it, including Apple Mail’s .mbox folders', () => {
  mkdirSync(join(folder, 'Inbox.mbox'))
  writeFileSync(join(folder, 'Inbox.mbox/mbox'), '')
  writeFileSync(join(folder, 'Inbox.mbox/table_of_contents'), '')
  writeFileSync(join(folder, 'b.eml'), '')
  writeFileSync(join(folder, 'a.eml'), '')
  const files = listMailFiles(['.', 'Inbox.mbox'], folder)
  expect(files.map((file) => ('name' in file ? `${file.kind} ${file.name}` : file))).toEqual([
    'mbox Inbox.mbox/mbox',
    'eml a.eml',
    'eml b.eml',
    'mbox Inbox.mbox/mbox',
  ])
})

test('a folder without mail files is reported', () => {
  expect(listMailFiles(['.'], folder)).toEqual([
    { kind: 'lost-file', where: '.', why: 'contains no mail files' },
  ])
})

test.each(['notes.txt', 'mail.eml.zip', 'Sent'])('%s has an unknown type', (name) => {
  expect(() => listMailFiles(['a.eml', name], folder)).toThrow(UsageError)
})
