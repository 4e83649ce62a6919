import { categories } from '@doorman/domain/decide'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const folder = new URL('../corpus/', import.meta.url)

const Mail = z.strictObject({
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
  mails: readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Mail.parse(JSON.parse(line))),
}))
const all = corpus.flatMap(({ mails }) => mails)

test('every mail has an id of its own', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

test('what is expected follows from the label', () => {
  for (const { id, label, expected } of all) {
    expect([id, expected.filter]).toEqual([id, label === 'cold'])
    expect([id, expected.category !== null]).toEqual([id, label === 'cold'])
  }
})

test.each(corpus.filter(({ file }) => file.startsWith('hand-')))(
  '$file has both labels, easy and hard, and strangers who are welcome',
  ({ mails }) => {
    const count = (isSo: (mail: z.infer<typeof Mail>) => boolean) => mails.filter(isSo).length
    expect(count(({ label }) => label === 'cold')).toBeGreaterThanOrEqual(mails.length / 6)
    expect(count(({ label }) => label === 'legit')).toBeGreaterThanOrEqual(mails.length / 4)
    for (const one of ['plain', 'hard'])
      expect(count(({ difficulty }) => difficulty === one)).toBeGreaterThan(0)
    const welcome = count(
      ({ label, facts }) =>
        label === 'legit' &&
        !facts.hasWrittenToSender &&
        !facts.hasWrittenToDomain &&
        !facts.sameOrg,
    )
    expect(welcome).toBeGreaterThan(count(({ label }) => label === 'legit') * 0.4)
  },
)

test('at least four hundred mails stand beside the first ones, and eighty in other languages', () => {
  const ours = corpus.filter(({ file }) => file.startsWith('hand-')).flatMap(({ mails }) => mails)
  expect(ours.length).toBeGreaterThanOrEqual(400)
  const others = ['de', 'fr', 'es', 'pt', 'it', 'nl']
  expect(ours.filter(({ lang }) => others.includes(lang)).length).toBeGreaterThanOrEqual(80)
})

test('no text stands twice', () => {
  const long = all.map(({ body }) => body.trim()).filter((body) => body.length > 60)
  expect(new Set(long).size).toBe(long.length)
})
