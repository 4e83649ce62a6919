import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { fakeJudge } from './fake-judge.ts'
import { createFakeTerminal } from './fake-terminal.ts'
import { promptMails } from './prompt-mails.ts'

const unsure = 'This mail of mine is perhaps cold.'
const mails = [
  { id: 'cold', body: 'This mail of mine is surely cold.' },
  { id: 'one', subject: 'Pallets', body: `${unsure} Write to pat@vendor.test.` },
  { id: 'two', body: unsure },
  { id: 'skipped', body: 'Hi' },
]
const coldAnswer = { reason: 'bumps', cold: true, confidence: 0.95, category: 'sales' }
const legitAnswer = { reason: 'works-together', cold: false, confidence: 0.99, category: 'other' }

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-prompt-'))
  put('mails.jsonl', mails)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('what would be sent is printed for the mails that the local model is not sure of, redacted', async () => {
  const { lines, told, exitCode } = await prompt('mails.jsonl')
  expect(lines.map((line) => Object.keys(line))).toEqual([
    ['id', 'system', 'user'],
    ['id', 'system', 'user'],
  ])
  expect(lines.map(({ id }) => id)).toEqual(['one', 'two'])
  expect(lines[0]?.user).toContain('perhaps cold. Write to [email].')
  expect(told).toContain('2 of 4 needed the language model, 50.0 %')
  expect(exitCode).toBe(0)
})

test.each([
  ['an object', coldAnswer, 'filter', 'cold-outreach'],
  ['its text', JSON.stringify(coldAnswer), 'filter', 'cold-outreach'],
  [
    'its text in a Markdown block',
    `\`\`\`json\n${JSON.stringify(coldAnswer)}\n\`\`\``,
    'filter',
    'cold-outreach',
  ],
  ['a no', legitAnswer, 'keep', 'not-cold'],
  ['a hesitant yes', { ...coldAnswer, confidence: 0.45 }, 'keep', 'unsure'],
])('an answer that is %s decides its mail', async (_name, answer, outcome, reason) => {
  put('answers.jsonl', [{ id: 'one', answer }])
  const { lines, told } = await prompt('mails.jsonl', '--answers', 'answers.jsonl')
  expect(lines.map(({ id }) => id)).toEqual(['cold', 'one', 'two', 'skipped'])
  expect(lines[1]).toMatchObject({ outcome, reason, skipped: null })
  expect(lines[2]).toMatchObject({
    outcome: 'keep',
    reason: 'unsure',
    category: 'recruiter',
    score: 0.5,
  })
  expect(told).toContain('Answers: 1 used, 1 missing, 0 bad, 0 unasked\n')
})

test.each([
  ['prose', 'I think it is cold.'],
  ['a further key', { ...coldAnswer, why: 'because' }],
  ['a reason that contradicts it', { ...coldAnswer, cold: false }],
  ['nothing', null],
  ['a list', [coldAnswer]],
])('an answer that is %s leaves the local verdict and is counted', async (_name, answer) => {
  put('answers.jsonl', [{ id: 'one', answer }])
  const { lines, told } = await prompt('mails.jsonl', '--answers', 'answers.jsonl')
  expect(lines[1]).toMatchObject({ outcome: 'keep', reason: 'unsure', score: 0.5 })
  expect(told).toContain('Answers: 0 used, 1 missing, 1 bad')
})

test('an answer to a mail that nobody asked about changes nothing and is counted', async () => {
  put('answers.jsonl', [
    { id: 'cold', answer: legitAnswer },
    { id: 'skipped', answer: coldAnswer },
    { id: 'two', answer: legitAnswer },
    { id: 'elsewhere', answer: coldAnswer },
    { id: 'elsewhere', answer: legitAnswer },
  ])
  const { lines, told } = await prompt('mails.jsonl', '--answers', 'answers.jsonl')
  expect(lines.map(({ outcome }) => outcome)).toEqual(['filter', 'keep', 'keep', 'keep'])
  expect(told).toContain('Answers: 1 used, 1 missing, 0 bad, 3 unasked\n')
})

test('lines that are no answers are told by their number', async () => {
  put('answers.jsonl', [{ answer: coldAnswer }, { id: 1 }, { id: 'two', answer: coldAnswer }])
  const { lines, told } = await prompt('mails.jsonl', '--answers', 'answers.jsonl')
  expect(told).toContain(
    'answers.jsonl line 1 is not an answer\nanswers.jsonl line 2 is not an answer\n',
  )
  expect(lines[2]).toMatchObject({
    id: 'two',
    outcome: 'filter',
    category: 'sales',
    signals: ['bumps', 'recruits'],
  })
})

test('a file of answers that is not there ends it before a mail is read', async () => {
  await expect(prompt('mails.jsonl', '--answers', 'gone.jsonl')).rejects.toThrow(
    'gone.jsonl is not there',
  )
})

test('the name of a file of answers cannot command the terminal', async () => {
  const name = 'a\x1b[2J\u202eb.jsonl'
  put(name, [{ id: 1 }])
  const { told } = await prompt('mails.jsonl', '--answers', name)
  expect(told).toContain('a [2J b.jsonl line 1 is not an answer\n')
  await expect(prompt('mails.jsonl', '--answers', `gone-${name}`)).rejects.toThrow(
    'gone-a [2J b.jsonl is not there',
  )
  await expect(prompt('mails.jsonl', '--answers', 'a\x1b[2J.eml')).rejects.toThrow(
    'a [2J.eml is not a .jsonl file.',
  )
})

test.each([
  [[]],
  [['mails.jsonl', '--answers']],
  [['mails.jsonl', '--json']],
  [['-', '--answers', '-']],
  [['mails.jsonl', '-', '--answers=-']],
])('%j is wrong usage', async (args) => {
  await expect(prompt(...args)).rejects.toThrow(UsageError)
})

async function prompt(...args: string[]) {
  const terminal = createFakeTerminal({ folder })
  const exitCode = await promptMails(args, terminal, fakeJudge)
  const lines = terminal.printed().split('\n').filter(Boolean)
  return {
    exitCode,
    lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    told: terminal.told(),
  }
}

function put(name: string, records: readonly object[]): void {
  writeFileSync(join(folder, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}
