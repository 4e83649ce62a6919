import { categories } from '@doorman/domain/screening/categories'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const folder = new URL('../corpus/', import.meta.url)

const CorpusMessage = z.strictObject({
  id: z.string().regex(/^[a-z]{2,3}-\d{3}$/),
  label: z.enum(['cold', 'legit']),
  kind: z.string().min(1),
  persona: z.string().min(1),
  lang: z.string().min(2),
  difficulty: z.enum(['plain', 'hard']).optional(),
  to: z.string().min(3),
  from: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  date: z.string().refine((date) => !Number.isNaN(Date.parse(date))),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.string(),
  facts: z.strictObject({
    hasWrittenToSender: z.boolean(),
    hasWrittenToDomain: z.boolean(),
    sameOrg: z.boolean(),
    earlierMailFromSender: z.number().int().min(0),
  }),
  expected: z.strictObject({ filter: z.boolean(), category: z.enum(categories).nullable() }),
  note: z.string(),
})

const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
const corpus = files.map((file) => ({
  file,
  messages: readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => CorpusMessage.parse(JSON.parse(line))),
}))
const all = corpus.flatMap(({ messages }) => messages)

test('every message has a unique id', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

test('the expected outcome and category match the label', () => {
  for (const { id, label, expected } of all) {
    expect([id, expected.filter]).toEqual([id, label === 'cold'])
    expect([id, expected.category !== null]).toEqual([id, label === 'cold'])
  }
})

test.each(corpus.filter(({ file }) => file.startsWith('author-')))(
  '$file has both labels, plain and hard messages, and legitimate strangers',
  ({ messages }) => {
    const count = (matches: (message: z.infer<typeof CorpusMessage>) => boolean) =>
      messages.filter(matches).length
    expect(count(({ label }) => label === 'cold')).toBeGreaterThanOrEqual(messages.length / 6)
    expect(count(({ label }) => label === 'legit')).toBeGreaterThanOrEqual(messages.length / 4)
    for (const one of ['plain', 'hard'])
      expect(count(({ difficulty }) => difficulty === one)).toBeGreaterThan(0)
    const legitStrangers = count(
      ({ label, facts }) =>
        label === 'legit' &&
        !facts.hasWrittenToSender &&
        !facts.hasWrittenToDomain &&
        !facts.sameOrg,
    )
    expect(legitStrangers).toBeGreaterThan(count(({ label }) => label === 'legit') * 0.4)
  },
)

test('the author files have at least 400 messages, 80 of them not in English', () => {
  const authored = corpus
    .filter(({ file }) => file.startsWith('author-'))
    .flatMap(({ messages }) => messages)
  expect(authored.length).toBeGreaterThanOrEqual(400)
  const others = ['de', 'fr', 'es', 'pt', 'it', 'nl']
  expect(authored.filter(({ lang }) => others.includes(lang)).length).toBeGreaterThanOrEqual(80)
})

test('no text occurs twice', () => {
  const long = all.map(({ body }) => body.trim()).filter((body) => body.length > 60)
  expect(new Set(long).size).toBe(long.length)
})
