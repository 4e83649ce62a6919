import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../commands/usage-error.ts'
import { fakeJudge } from '../testing/fake-judge.ts'
import { createFakeTerminal } from '../testing/fake-terminal.ts'
import { promptMessages } from './prompt-messages.ts'

const unsure = 'This message of mine is perhaps cold.'
const messages = [
  { id: 'cold', body: 'This message of mine is surely cold.' },
  { id: 'one', subject: 'Pallets', body: `${unsure} Write to pat@vendor.test.` },
  { id: 'two', body: unsure },
  { id: 'skipped', body: 'Hi' },
]
const coldAnswer = { reason: 'bumps', cold: true, confidence: 0.95, category: 'sales' }
const legitAnswer = { reason: 'works-together', cold: false, confidence: 0.99, category: 'other' }

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-prompt-'))
  put('messages.jsonl', messages)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the redacted prompt is printed for each message that the local model is not certain of', async () => {
  const { lines, errors, exitCode } = await prompt('messages.jsonl')
  expect(lines.map((line) => Object.keys(line))).toEqual([
    ['id', 'system', 'user'],
    ['id', 'system', 'user'],
  ])
  expect(lines.map(({ id }) => id)).toEqual(['one', 'two'])
  expect(lines[0]?.user).toContain('perhaps cold. Write to [email].')
  expect(errors).toContain('2 of 4 needed the language model, 50.0 %')
  expect(exitCode).toBe(0)
})

test.each([
  ['an answer as an object', coldAnswer, 'filter', 'cold-outreach'],
  ['an answer as JSON text', JSON.stringify(coldAnswer), 'filter', 'cold-outreach'],
  [
    'an answer as JSON text in a Markdown block',
    `\`\`\`json\n${JSON.stringify(coldAnswer)}\n\`\`\``,
    'filter',
    'cold-outreach',
  ],
  ['the answer “not cold”', legitAnswer, 'keep', 'not-cold'],
  ['the answer “cold” with low confidence', { ...coldAnswer, confidence: 0.45 }, 'keep', 'unsure'],
])('%s decides the message', async (_name, answer, outcome, reason) => {
  put('answers.jsonl', [{ id: 'one', answer }])
  const { lines, errors } = await prompt('messages.jsonl', '--answers', 'answers.jsonl')
  expect(lines.map(({ id }) => id)).toEqual(['cold', 'one', 'two', 'skipped'])
  expect(lines[1]).toMatchObject({ outcome, reason, skipped: null })
  expect(lines[2]).toMatchObject({
    outcome: 'keep',
    reason: 'unsure',
    category: 'recruiter',
    score: 0.5,
  })
  expect(errors).toContain('Answers: 1 used, 1 missing, 0 bad, 0 unasked\n')
})

test.each([
  ['an answer in prose', 'I think it is cold.'],
  ['an answer with an unknown key', { ...coldAnswer, why: 'because' }],
  ['an answer that its reason contradicts', { ...coldAnswer, cold: false }],
  ['an empty answer', null],
  ['a list of answers', [coldAnswer]],
])('%s is counted as bad, and the local verdict stays', async (_name, answer) => {
  put('answers.jsonl', [{ id: 'one', answer }])
  const { lines, errors } = await prompt('messages.jsonl', '--answers', 'answers.jsonl')
  expect(lines[1]).toMatchObject({ outcome: 'keep', reason: 'unsure', score: 0.5 })
  expect(errors).toContain('Answers: 0 used, 1 missing, 1 bad')
})

test('an answer to a question that was not asked is counted and changes nothing', async () => {
  put('answers.jsonl', [
    { id: 'cold', answer: legitAnswer },
    { id: 'skipped', answer: coldAnswer },
    { id: 'two', answer: legitAnswer },
    { id: 'elsewhere', answer: coldAnswer },
    { id: 'elsewhere', answer: legitAnswer },
  ])
  const { lines, errors } = await prompt('messages.jsonl', '--answers', 'answers.jsonl')
  expect(lines.map(({ outcome }) => outcome)).toEqual(['filter', 'keep', 'keep', 'keep'])
  expect(errors).toContain('Answers: 1 used, 1 missing, 0 bad, 3 unasked\n')
})

test('lines that are not answers are reported by their number', async () => {
  put('answers.jsonl', [{ answer: coldAnswer }, { id: 1 }, { id: 'two', answer: coldAnswer }])
  const { lines, errors } = await prompt('messages.jsonl', '--answers', 'answers.jsonl')
  expect(errors).toContain(
    'answers.jsonl line 1 is not an answer\nanswers.jsonl line 2 is not an answer\n',
  )
  expect(lines[2]).toMatchObject({
    id: 'two',
    outcome: 'filter',
    category: 'sales',
    signals: ['bumps', 'recruits'],
  })
})

test('a missing answers file ends the command before a message is read', async () => {
  await expect(prompt('messages.jsonl', '--answers', 'gone.jsonl')).rejects.toThrow(
    'gone.jsonl does not exist',
  )
})

test('the name of an answers file cannot control the terminal', async () => {
  const name = 'a\x1b[2J\u202eb.jsonl'
  put(name, [{ id: 1 }])
  const { errors } = await prompt('messages.jsonl', '--answers', name)
  expect(errors).toContain('a [2J b.jsonl line 1 is not an answer\n')
  await expect(prompt('messages.jsonl', '--answers', `gone-${name}`)).rejects.toThrow(
    'gone-a [2J b.jsonl does not exist',
  )
  await expect(prompt('messages.jsonl', '--answers', 'a\x1b[2J.eml')).rejects.toThrow(
    'a [2J.eml is not a .jsonl file.',
  )
})

test.each([
  [[]],
  [['messages.jsonl', '--answers']],
  [['messages.jsonl', '--json']],
  [['-', '--answers', '-']],
  [['messages.jsonl', '-', '--answers=-']],
])('%j is wrong usage', async (args) => {
  await expect(prompt(...args)).rejects.toThrow(UsageError)
})

async function prompt(...args: string[]) {
  const terminal = createFakeTerminal({ folder })
  const exitCode = await promptMessages(args, terminal, fakeJudge)
  const lines = terminal.printed().split('\n').filter(Boolean)
  return {
    exitCode,
    lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    errors: terminal.errors(),
  }
}

function put(name: string, records: readonly object[]): void {
  writeFileSync(join(folder, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}
