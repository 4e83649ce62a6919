import { stranger } from '@doorman/domain/screening/sender-facts'
import { expect, test } from 'vitest'
import { messageRecord } from '../message-record.ts'
import { toExamples } from './examples.ts'
import type { LabelledMessage } from './read-corpus.ts'

const pitch = 'We put companies like yours on page one of Google in 90 days. Shall we talk?'

async function toOwnTexts(record: object): Promise<Record<string, string | undefined>> {
  const message: LabelledMessage = {
    id: 'x',
    record: messageRecord.parse({
      id: 'x',
      to: 'ann@kestrelworks.example',
      subject: 'Ranking',
      facts: stranger,
      ...record,
    }),
    isCold: true,
    category: 'sales',
    source: 'author-x',
    origin: 'written',
    kind: 'x',
    language: 'en',
    difficulty: 'plain',
    wasReceived: false,
  }
  const { all } = await toExamples([message], new Map())
  return Object.fromEntries(all.map(({ view, judgeable }) => [view, judgeable?.ownText]))
}

test('a bump is read together with the pitch it quotes only if the sender’s address is known', async () => {
  const body = `Any thoughts?\n\nOn Tue, 1 Oct 2024 at 9:15, Dale <dale@vendor.example> wrote:\n> ${pitch}`
  const texts = await toOwnTexts({ from: 'Dale <dale@vendor.example>', body })
  expect(texts['with-facts']).toContain('page one')
  expect(texts['words-alone']).toBeUndefined()
})

test('the text typed into a contact form is found only if the sender’s address is known', async () => {
  const body = `Name: Dale\nEmail: dale@vendor.example\nPhone: 555-0144\n\nMessage:\n${pitch}`
  const texts = await toOwnTexts({ from: 'wordpress@kestrelworks.example', body })
  expect(texts['with-facts']).toBe(pitch)
  expect(texts['words-alone']).toContain('Name')
})
