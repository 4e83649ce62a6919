import {
  messageRecord,
  toSenderFacts,
  toMessage,
  type MessageRecord,
} from '@doorman/classifier/message-record'
import type { SenderFacts } from '@doorman/domain/screening/sender-facts'
import type { Message } from '@doorman/domain/mail/message'
import { readdirSync, readFileSync } from 'node:fs'

export type BenchMessage = {
  readonly message: Message
  readonly sender: SenderFacts
  /** The same message as bytes, for filters that read nothing else. */
  readonly raw: Buffer
}

const corpus = new URL('../../packages/classifier/corpus/', import.meta.url)

/**
 * The committed corpus without facts: messages of known senders would be kept before the model
 * runs.
 */
export function listBenchMessages(): BenchMessage[] {
  return readdirSync(corpus)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, corpus), 'utf8').trim().split('\n'))
    .map((line) => {
      const record = { ...messageRecord.parse(JSON.parse(line)), facts: null }
      return { message: toMessage(record), sender: toSenderFacts(record), raw: toRaw(record) }
    })
}

function toRaw(record: MessageRecord): Buffer {
  const isHtml = toMessage(record).body.html !== null
  const headers = [
    ['From', record.from],
    ['To', [record.to].flat().join(', ')],
    ['Reply-To', record.replyTo],
    ['Subject', record.subject],
    ...Object.entries(record.headers ?? {}).filter(([name]) => !/^(?:content|mime)-/i.test(name)),
    ['MIME-Version', '1.0'],
    ['Content-Type', `text/${isHtml ? 'html' : 'plain'}; charset=utf-8`],
    ['Content-Transfer-Encoding', '8bit'],
  ]
  const lines = headers
    .filter(([, value]) => value)
    .map(
      ([name, value]) => `${String(name)}: ${[value].flat().join(', ').replaceAll(/\s+/g, ' ')}\n`,
    )
  return Buffer.from(`${lines.join('')}\n${record.body ?? ''}\n`)
}
