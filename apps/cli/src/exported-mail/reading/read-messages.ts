import {
  messageRecord,
  attributeExported,
  toMessage,
  toSenderFacts,
} from '@doorman/classifier/message-record'
import type { SenderFacts } from '@doorman/domain/screening/sender-facts'
import type { Message } from '@doorman/domain/mail/message'
import { parseMime } from '@doorman/mail/mime/parse-mime'
import { findRfcMessageId } from '@doorman/mail/mime/to-message'
import { CappedBytes } from './capped-bytes.ts'
import type { MailFile } from './mail-files.ts'
import { describeFileError, type Problem } from './problem.ts'
import { readJsonLines, type JsonLine } from './read-json-lines.ts'
import { readMbox } from './read-mbox.ts'

export type ExportedMessage = {
  readonly id: string
  readonly message: Message
  readonly sender: SenderFacts
  /** Where the message was found, for error messages: `a.mbox message 3`. */
  readonly where: string
}

export type ReadItem = { readonly kind: 'message'; readonly exported: ExportedMessage } | Problem

/**
 * More than any provider delivers. Of a larger message only the beginning is judged; a larger line
 * of JSON is reported as a problem.
 */
const maxMessageBytes = 64 * 1024 * 1024

/** An exported file does not say whom its owner has written to. */
const nothingKnown = toSenderFacts({ id: '' })

/**
 * Reads the messages of a file in order. A broken message, and a file that ends in the middle,
 * yields a problem.
 */
export async function* readMessages(
  file: MailFile,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<ReadItem> {
  try {
    switch (file.kind) {
      case 'eml':
        yield await toItem(await readWhole(chunks), file.name, file.name)
        return
      case 'mbox':
        yield* readNumbered(file.name, chunks)
        return
      case 'jsonl':
        for await (const line of readJsonLines(chunks, maxMessageBytes))
          yield toRecordItem(file, line)
    }
  } catch (error) {
    const why = describeFileError(error)
    if (why === null) throw error
    yield { kind: 'lost-file', where: file.name, why }
  }
}

async function readWhole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const bytes = new CappedBytes(maxMessageBytes)
  for await (const chunk of chunks) {
    bytes.add(chunk)
    if (bytes.isOver) break
  }
  return bytes.take()
}

async function* readNumbered(
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<ReadItem> {
  let number = 0
  for await (const raw of readMbox(chunks, maxMessageBytes)) {
    number++
    yield await toItem(raw, `${name} message ${number}`, `${name}:${number}`)
  }
}

async function toItem(raw: Buffer, where: string, fallbackId: string): Promise<ReadItem> {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') return { kind: 'bad-message', where, why: 'is not a readable email' }
  const { rfcMessageId } = parsed
  const message = attributeExported(parsed.message)
  return {
    kind: 'message',
    exported: { id: rfcMessageId ?? fallbackId, message, sender: nothingKnown, where },
  }
}

function toRecordItem({ name }: MailFile, { number, content }: JsonLine): ReadItem {
  const where = `${name} line ${number}`
  if (content === 'too-long' || content === 'no-object')
    return { kind: 'bad-message', where, why: lineFaults[content] }
  const { data: record, error } = messageRecord.safeParse({ ...content, id: content.id ?? '' })
  if (!record) {
    const field = String(error.issues[0]?.path[0])
    return { kind: 'bad-message', where, why: `has a field of the wrong type: ${field}` }
  }
  const message = toMessage(record)
  const id = record.id || (findRfcMessageId(message.headers) ?? `${name}:${number}`)
  return {
    kind: 'message',
    exported: { id, message, sender: toSenderFacts(record, message), where },
  }
}

const lineFaults = {
  'too-long': `is longer than ${maxMessageBytes / 1024 / 1024} MB`,
  'no-object': 'is not a JSON object',
}
