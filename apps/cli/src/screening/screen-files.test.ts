import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { fakeJudge } from './fake-judge.ts'
import { createFakeTerminal } from './fake-terminal.ts'
import type { Screening } from './judge-mail.ts'
import { screenFiles } from './screen-files.ts'
import type { Terminal } from './terminal.ts'

const cold = 'This mail of mine is surely cold.'
const unsure = 'This mail of mine is perhaps cold.'
const legit = 'This mail of mine is about lunch.'
const envelope = 'From pat@vendor.test Mon Jan  6 09:30:00 2025\n'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-screen-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('each message is one line of JSON with exactly these fields, in this order', async () => {
  put(
    'mails.jsonl',
    toLines([
      { id: 'a', body: cold },
      { id: 'b', body: unsure },
      { id: 'c', body: legit },
      { id: 4, body: 'Hi' },
    ]),
  )
  const { printed, exitCode } = await screen('mails.jsonl', '--json')
  expect(printed.split('\n')).toEqual([
    '{"id":"a","outcome":"filter","reason":"cold-outreach","category":"sales","score":1,"signals":["asks-for-a-call","bumps"],"skipped":null}',
    '{"id":"b","outcome":"keep","reason":"unsure","category":"recruiter","score":0.5,"signals":["recruits"],"skipped":null}',
    '{"id":"c","outcome":"keep","reason":"not-cold","category":"other","score":0,"signals":[],"skipped":null}',
    '{"id":"4","outcome":"keep","reason":"too-little-text","category":null,"score":null,"signals":[],"skipped":"too-little-text"}',
    '',
  ])
  expect(exitCode).toBe(0)
})

test('the facts of a line count, and a line without them is from a stranger', async () => {
  const facts = { hasWrittenToSender: true }
  put(
    'mails.jsonl',
    toLines([
      { id: 'known', body: cold, facts },
      { id: 'stranger', body: cold },
    ]),
  )
  expect((await screenJson('mails.jsonl')).map(({ skipped }) => skipped)).toEqual([
    'known-contact',
    null,
  ])
})

test('every kind of file is read, in the order given', async () => {
  put('one.eml', toMail('<one@x.test>', cold))
  put(
    'two.mbox',
    `From a\n${toMail('<two@x.test>', cold)}\n${envelope}${toMail('<three@x.test>', legit)}`,
  )
  put('four.jsonl.gz', gzipSync(toLines([{ id: 'four', body: cold }])))
  put('five.mbox.gz', gzipSync(`From a\n${toMail('<five@x.test>', legit)}`))
  const input = toLines([{ id: 'six', body: cold }])
  const results = await screenJson('one.eml', 'two.mbox', 'four.jsonl.gz', '-', 'five.mbox.gz', {
    input,
  })
  expect(results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    '<one@x.test> filter',
    '<two@x.test> filter',
    '<three@x.test> keep',
    'four filter',
    'six filter',
    '<five@x.test> keep',
  ])
})

test('a mail without an id goes by its Message-ID, and without that by its place', async () => {
  put('a.eml', toMail(null, cold))
  put('b.mbox', `From a\n${toMail('<b@x.test>', cold)}\n${envelope}${toMail(null, cold)}`)
  put('c.jsonl', toLines([{ body: cold, headers: { 'Message-ID': '<c@x.test>' } }, { body: cold }]))
  const results = await screenJson('a.eml', 'b.mbox', 'c.jsonl')
  expect(results.map(({ id }) => id)).toEqual([
    'a.eml',
    '<b@x.test>',
    'b.mbox:2',
    '<c@x.test>',
    'c.jsonl:2',
  ])
})

test('what cannot be read is told by its place, never by its words, and costs nothing else', async () => {
  put(
    'mails.jsonl',
    `${toLines([{ id: 1, body: legit }])}{"id":2,"body":"canary\n${toLines([
      { id: 3, body: { canary: 1 } },
      { id: 4, body: 'This canary breaks the judge of all mail.' },
      { id: 5, headers: { canary: 7 } },
      { id: 6, body: legit },
    ])}["canary"]\n`,
  )
  put('mails.mbox', `From a\n\x01canary\n\n${envelope}${toMail('<b@x.test>', legit)}`)
  const { printed, told, exitCode } = await screen('mails.jsonl', 'mails.mbox', '--json')
  expect(printed.trim().split('\n')).toHaveLength(3)
  expect(told.trim().split('\n')).toEqual([
    'mails.jsonl line 2 is not a JSON object',
    'mails.jsonl line 3 has a field of the wrong type: body',
    'mails.jsonl line 4 could not be judged (RangeError)',
    'mails.jsonl line 5 has a field of the wrong type: headers',
    'mails.jsonl line 7 is not a JSON object',
    'mails.mbox message 1 cannot be read as a mail',
    '3 messages in 0.0 s, 3000 a second: 0 filtered, 3 kept, 0 skipped, 6 bad',
  ])
  expect(exitCode).toBe(0)
})

test('a missing file in the middle is told, and the rest is judged', async () => {
  put('a.eml', toMail('<a@x.test>', cold))
  put('broken.jsonl.gz', gzipSync(toLines([{ id: 'x', body: cold }])).subarray(0, 20))
  const { printed, told, exitCode } = await screen(
    'a.eml',
    'gone.mbox',
    'broken.jsonl.gz',
    'a.eml',
    '--json',
  )
  expect(printed.trim().split('\n')).toHaveLength(2)
  expect(told).toContain('gone.mbox is not there\n')
  expect(told).toContain('broken.jsonl.gz is damaged, or not compressed by gzip\n')
  expect(told).toContain('2 filtered, 0 kept, 0 skipped, 0 bad, 2 files not read')
  expect(exitCode).toBe(1)
})

test('the name of a file cannot command the terminal', async () => {
  const { told } = await screen('gone\x1b[2J\x9b2J\n\u202e.mbox')
  expect(told).toMatch(/^gone \[2J 2J \.mbox is not there\n0 messages in /)
  await expect(screen('a\x1b[2J.txt')).rejects.toThrow('a [2J.txt is of no known kind')
})

test.each([
  ['there was something to judge', [{ body: legit }], 0],
  ['all of it was skipped', [{ body: 'Hi' }], 0],
  ['there was nothing', [], 1],
  ['nothing could be read', [{ body: 1 }], 1],
])('the exit code when %s', async (_name, mails, code) => {
  put('mails.jsonl', toLines(mails))
  expect((await screen('mails.jsonl')).exitCode).toBe(code)
})

test.each([
  ['no file', [], 'Which files?'],
  ['an unknown option', ['a.eml', '--jsn'], '--jsn'],
  ['a file of no known kind', ['a.txt'], 'a.txt is of no known kind'],
])('%s is wrong usage', async (_name, args, words) => {
  const error: unknown = await screen(...args).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  expect(String(error)).toContain(words)
})

test('without --json it is a table as wide as the terminal, with reasons in words', async () => {
  const from = 'Pat Ng <pat@vendor.test>'
  put(
    'mails.jsonl',
    toLines([
      { from, subject: `Pallets\x1b[2J ${'so many '.repeat(50)}`, body: cold },
      { body: 'Hi' },
    ]),
  )
  const { printed } = await screen('mails.jsonl', { columns: 110 })
  const [head, filtered, skipped] = printed.trimEnd().split('\n')
  expect(head).toMatch(/^outcome  score  from +subject +why$/)
  expect(filtered).toMatch(
    /^filter    1\.00  Pat Ng +Pallets \[2J so many .*…  cold outreach: Asks for a call or a/,
  )
  expect(skipped).toMatch(/^keep +too little text$/)
  expect(filtered).toHaveLength(110)
})

test('colours only where they are wanted', async () => {
  put('mails.jsonl', toLines([{ body: cold }]))
  expect((await screen('mails.jsonl')).printed).not.toContain('\x1b')
  expect((await screen('mails.jsonl', { hasColours: true })).printed).toContain('\x1b[33mfilter')
})

test('on a terminal a bar shows how far a long run is, and leaves no trace', async () => {
  put('mails.jsonl', toLines(Array.from({ length: 50 }, () => ({ body: legit }))))
  let time = 0
  const now = () => (time += 20)
  const { told } = await screen('mails.jsonl', '--json', { columns: 80, now })
  expect(told).toMatch(/█{24} 100 %  \d+ messages/)
  expect(told.split('\r\x1b[K').at(-1)).toMatch(/^50 messages in /)
  expect((await screen('mails.jsonl', '--json', { now })).told).not.toContain('█')
})

test('Ctrl+C ends with the summary so far', async () => {
  put('mails.jsonl', toLines(Array.from({ length: 10 }, (_, id) => ({ id, body: legit }))))
  const { printed, told, exitCode } = await screen('mails.jsonl', '--json', {
    stopAt: 3,
    reason: 'interrupted',
  })
  expect(printed.trim().split('\n')).toHaveLength(3)
  expect(told).toContain('Interrupted: 3 messages')
  expect(exitCode).toBe(130)
})

test('Ctrl+C also ends the wait for input', async () => {
  const terminal = { ...createFakeTerminal(), stdin: new Readable({ read() {} }) }
  const ending = screenFiles(['-'], terminal, fakeJudge)
  terminal.stop.abort('interrupted')
  expect(await ending).toBe(130)
})

test('when nobody reads any more, it ends quietly', async () => {
  put('mails.jsonl', toLines(Array.from({ length: 10 }, (_, id) => ({ id, body: legit }))))
  const { told, exitCode } = await screen('mails.jsonl', '--json', { stopAt: 3, reason: 'unread' })
  expect(told).toBe('')
  expect(exitCode).toBe(0)
})

test('a slow reader is waited for', async () => {
  put('mails.jsonl', toLines(Array.from({ length: 100 }, (_, id) => ({ id, body: legit }))))
  let mostWaiting = 0
  const stdout = new Writable({
    highWaterMark: 200,
    write(_chunk, _encoding, done) {
      mostWaiting = Math.max(mostWaiting, this.writableLength)
      setImmediate(done)
    },
  })
  const terminal = { ...createFakeTerminal({ folder }), stdout }
  expect(await screenFiles(['mails.jsonl', '--json'], terminal, fakeJudge)).toBe(0)
  expect(mostWaiting).toBeLessThan(500)
})

type Options = Partial<Terminal> & {
  readonly input?: string
  readonly columns?: number
  readonly stopAt?: number
  readonly reason?: string
}

async function screen(...all: (string | Options)[]) {
  const args = all.filter((one) => typeof one === 'string')
  const { stopAt, reason, ...options } = all.find((one) => typeof one === 'object') ?? {}
  const terminal = createFakeTerminal({ folder, ...options })
  let judged = 0
  const exitCode = await screenFiles(args, { ...terminal, ...options }, (mail) => {
    if (++judged === stopAt) terminal.stop.abort(reason)
    return fakeJudge(mail)
  })
  return { exitCode, printed: terminal.printed(), told: terminal.told() }
}

async function screenJson(...all: (string | Options)[]): Promise<Screening[]> {
  const { printed } = await screen('--json', ...all)
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Screening)
}

function put(name: string, content: string | Buffer): void {
  writeFileSync(join(folder, name), content)
}

function toLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

function toMail(messageId: string | null, text: string): string {
  const id = messageId === null ? '' : `Message-ID: ${messageId}\n`
  return `${id}From: Pat Ng <pat@vendor.test>\nTo: kim@shop.test\nSubject: Pallets\n\n${text}\n`
}
