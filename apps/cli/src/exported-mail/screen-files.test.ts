import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../commands/usage-error.ts'
import { fakeJudge } from '../testing/fake-judge.ts'
import { createFakeTerminal } from '../testing/fake-terminal.ts'
import type { Screening } from './screen-message.ts'
import { screenFiles } from './screen-files.ts'
import type { Terminal } from './terminal/terminal.ts'

const cold = 'This message of mine is surely cold.'
const unsure = 'This message of mine is perhaps cold.'
const legit = 'This message of mine is about lunch.'
const envelope = 'From pat@vendor.test Mon Jan  6 09:30:00 2025\n'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-screen-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('each message is one line of JSON with exactly these fields, in this order', async () => {
  put(
    'messages.jsonl',
    toLines([
      { id: 'a', body: cold },
      { id: 'b', body: unsure },
      { id: 'c', body: legit },
      { id: 4, body: 'Hi' },
    ]),
  )
  const { printed, exitCode } = await screen('messages.jsonl', '--json')
  expect(printed.split('\n')).toEqual([
    '{"id":"a","outcome":"filter","reason":"cold-outreach","category":"sales","score":1,"signals":["asks-for-a-call","bumps"],"skipped":null}',
    '{"id":"b","outcome":"keep","reason":"unsure","category":"recruiter","score":0.5,"signals":["recruits"],"skipped":null}',
    '{"id":"c","outcome":"keep","reason":"not-cold","category":"other","score":0,"signals":[],"skipped":null}',
    '{"id":"4","outcome":"keep","reason":"too-little-text","category":null,"score":null,"signals":[],"skipped":"too-little-text"}',
    '',
  ])
  expect(exitCode).toBe(0)
})

test('facts in a line are used, and a line without facts counts as a stranger’s', async () => {
  const facts = { hasWrittenToSender: true }
  put(
    'messages.jsonl',
    toLines([
      { id: 'known', body: cold, facts },
      { id: 'stranger', body: cold },
    ]),
  )
  expect((await screenJson('messages.jsonl')).map(({ skipped }) => skipped)).toEqual([
    'known-contact',
    null,
  ])
})

test('every type of file is read, in the order given', async () => {
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

test('a message without an id is named by its Message-ID, or else by its position', async () => {
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

test('an unreadable message is reported by its position, never by its content, and the run continues', async () => {
  put(
    'messages.jsonl',
    `${toLines([{ id: 1, body: legit }])}{"id":2,"body":"canary\n${toLines([
      { id: 3, body: { canary: 1 } },
      { id: 4, body: 'This canary breaks the judge of all mail.' },
      { id: 5, headers: { canary: 7 } },
      { id: 6, body: legit },
    ])}["canary"]\n`,
  )
  put('messages.mbox', `From a\n\x01canary\n\n${envelope}${toMail('<b@x.test>', legit)}`)
  const { printed, errors, exitCode } = await screen('messages.jsonl', 'messages.mbox', '--json')
  expect(printed.trim().split('\n')).toHaveLength(3)
  expect(errors.trim().split('\n')).toEqual([
    'messages.jsonl line 2 is not a JSON object',
    'messages.jsonl line 3 has a field of the wrong type: body',
    'messages.jsonl line 4 could not be judged (RangeError)',
    'messages.jsonl line 5 has a field of the wrong type: headers',
    'messages.jsonl line 7 is not a JSON object',
    'messages.mbox message 1 is not a readable email',
    '3 messages in 0.0 s, 3000 a second: 0 filtered, 3 kept, 0 skipped, 6 bad',
  ])
  expect(exitCode).toBe(0)
})

test('a missing file is reported, and the rest is judged', async () => {
  put('a.eml', toMail('<a@x.test>', cold))
  put('broken.jsonl.gz', gzipSync(toLines([{ id: 'x', body: cold }])).subarray(0, 20))
  const { printed, errors, exitCode } = await screen(
    'a.eml',
    'gone.mbox',
    'broken.jsonl.gz',
    'a.eml',
    '--json',
  )
  expect(printed.trim().split('\n')).toHaveLength(2)
  expect(errors).toContain('gone.mbox does not exist\n')
  expect(errors).toContain('broken.jsonl.gz is damaged or not a gzip file\n')
  expect(errors).toContain('2 filtered, 0 kept, 0 skipped, 0 bad, 2 files not read')
  expect(exitCode).toBe(1)
})

test('a file name cannot control the terminal', async () => {
  const { errors } = await screen('gone\x1b[2J\x9b2J\n\u202e.mbox')
  expect(errors).toMatch(/^gone \[2J 2J \.mbox does not exist\n0 messages in /)
  await expect(screen('a\x1b[2J.txt')).rejects.toThrow('a [2J.txt has an unknown type')
})

test.each([
  ['a message was judged', 0, [{ body: legit }]],
  ['every message was kept by a rule', 0, [{ body: 'Hi' }]],
  ['there were no messages', 1, []],
  ['no message could be read', 1, [{ body: 1 }]],
])('when %s, the exit code is %i', async (_name, code, messages) => {
  put('messages.jsonl', toLines(messages))
  expect((await screen('messages.jsonl')).exitCode).toBe(code)
})

test.each([
  ['no file', [], 'Which files?'],
  ['an unknown option', ['a.eml', '--jsn'], '--jsn'],
  ['a file of an unknown type', ['a.txt'], 'a.txt has an unknown type'],
])('%s is wrong usage', async (_name, args, words) => {
  const error: unknown = await screen(...args).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  expect(String(error)).toContain(words)
})

test('without --json the output is a table as wide as the terminal, with reasons in words', async () => {
  const from = 'Pat Ng <pat@vendor.test>'
  put(
    'messages.jsonl',
    toLines([
      { from, subject: `Pallets\x1b[2J ${'so many '.repeat(50)}`, body: cold },
      { body: 'Hi' },
    ]),
  )
  const { printed } = await screen('messages.jsonl', { columns: 110 })
  const [head, filtered, skipped] = printed.trimEnd().split('\n')
  expect(head).toMatch(/^outcome  score  from +subject +why$/)
  expect(filtered).toMatch(
    /^filter    1\.00  Pat Ng +Pallets \[2J so many .*…  cold outreach: Asks for a call or a/,
  )
  expect(skipped).toMatch(/^keep +too little text$/)
  expect(filtered).toHaveLength(110)
})

test('colours are used only if the terminal shows them', async () => {
  put('messages.jsonl', toLines([{ body: cold }]))
  expect((await screen('messages.jsonl')).printed).not.toContain('\x1b')
  expect((await screen('messages.jsonl', { hasColours: true })).printed).toContain('\x1b[33mfilter')
})

test('on a terminal a progress bar shows during a long run and disappears', async () => {
  put('messages.jsonl', toLines(Array.from({ length: 50 }, () => ({ body: legit }))))
  let time = 0
  const now = () => (time += 20)
  const { errors } = await screen('messages.jsonl', '--json', { columns: 80, now })
  expect(errors).toMatch(/█{24} 100 %  \d+ messages/)
  expect(errors.split('\r\x1b[K').at(-1)).toMatch(/^50 messages in /)
  expect((await screen('messages.jsonl', '--json', { now })).errors).not.toContain('█')
})

test('Ctrl+C prints the summary so far', async () => {
  put('messages.jsonl', toLines(Array.from({ length: 10 }, (_, id) => ({ id, body: legit }))))
  const { printed, errors, exitCode } = await screen('messages.jsonl', '--json', {
    stopAt: 3,
    reason: 'interrupted',
  })
  expect(printed.trim().split('\n')).toHaveLength(3)
  expect(errors).toContain('Interrupted: 3 messages')
  expect(exitCode).toBe(130)
})

test('Ctrl+C also ends waiting for input', async () => {
  const terminal = { ...createFakeTerminal(), stdin: new Readable({ read() {} }) }
  const ending = screenFiles(['-'], terminal, fakeJudge)
  terminal.stop.abort('interrupted')
  expect(await ending).toBe(130)
})

test('a closed output pipe ends the command quietly', async () => {
  put('messages.jsonl', toLines(Array.from({ length: 10 }, (_, id) => ({ id, body: legit }))))
  const { errors, exitCode } = await screen('messages.jsonl', '--json', {
    stopAt: 3,
    reason: 'unread',
  })
  expect(errors).toBe('')
  expect(exitCode).toBe(0)
})

test('writing waits for a slow reader', async () => {
  put('messages.jsonl', toLines(Array.from({ length: 100 }, (_, id) => ({ id, body: legit }))))
  let maxWaiting = 0
  const stdout = new Writable({
    highWaterMark: 200,
    write(_chunk, _encoding, done) {
      maxWaiting = Math.max(maxWaiting, this.writableLength)
      setImmediate(done)
    },
  })
  const terminal = { ...createFakeTerminal({ folder }), stdout }
  expect(await screenFiles(['messages.jsonl', '--json'], terminal, fakeJudge)).toBe(0)
  expect(maxWaiting).toBeLessThan(500)
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
  const exitCode = await screenFiles(args, { ...terminal, ...options }, (judgeable, id) => {
    if (++judged === stopAt) terminal.stop.abort(reason)
    return fakeJudge(judgeable, id)
  })
  return { exitCode, printed: terminal.printed(), errors: terminal.errors() }
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
