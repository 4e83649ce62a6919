import {
  mailRecord,
  toKnownFacts,
  toMessage,
  type MailRecord,
} from '@doorman/classifier/mail-record'
import type { KnownFacts } from '@doorman/classifier/local/prepare-mail'
import type { Message } from '@doorman/domain/message'
import { readdirSync, readFileSync } from 'node:fs'

export type BenchMail = {
  readonly message: Message
  readonly known: KnownFacts
  /** The same as bytes, for those who read nothing else. */
  readonly raw: Buffer
}

const corpus = new URL('../../packages/classifier/corpus/', import.meta.url)

/** The committed corpus. No facts: a sender known to the mailbox would cost almost nothing. */
export function listMails(): BenchMail[] {
  return readdirSync(corpus)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, corpus), 'utf8').trim().split('\n'))
    .map((line) => {
      const record = { ...mailRecord.parse(JSON.parse(line)), facts: null }
      return { message: toMessage(record), known: toKnownFacts(record), raw: toRaw(record) }
    })
}

function toRaw(record: MailRecord): Buffer {
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
