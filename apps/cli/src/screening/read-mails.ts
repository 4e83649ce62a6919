import { mailRecord, toKnownFacts, toMessage } from '@doorman/classifier/mail-record'
import type { KnownFacts } from '@doorman/classifier/local/prepare-mail'
import type { Message } from '@doorman/domain/message'
import { parseMime } from '@doorman/mail/parse-mime'
import { findMessageId } from '@doorman/mail/to-message'
import { CappedBytes } from './capped-bytes.ts'
import type { MailFile } from './mail-files.ts'
import { findFileFault, type Problem } from './problem.ts'
import { readJsonLines, type JsonLine } from './read-json-lines.ts'
import { readMbox } from './read-mbox.ts'

export type IncomingMail = {
  readonly id: string
  readonly message: Message
  readonly known: KnownFacts
  /** The place it came from, for people. */
  readonly where: string
}

export type ReadItem = { readonly kind: 'mail'; readonly mail: IncomingMail } | Problem

/** More than any provider delivers. Of a larger mail the beginning is judged; a larger line of JSON is broken without its end. */
const maxMailBytes = 64 * 1024 * 1024

/** An exported mail says nothing of what its owner wrote to whom. */
const nothingKnown = toKnownFacts({ id: '' })

/** The mails of a file, in order. One that is broken is a problem of its own; so is a file that ends in the middle. */
export async function* readMails(
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
        for await (const line of readJsonLines(chunks, maxMailBytes)) yield toRecordItem(file, line)
    }
  } catch (error) {
    const why = findFileFault(error)
    if (why === null) throw error
    yield { kind: 'lost-file', where: file.name, why }
  }
}

async function readWhole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const mail = new CappedBytes(maxMailBytes)
  for await (const chunk of chunks) {
    mail.add(chunk)
    if (mail.isOver) break
  }
  return mail.take()
}

async function* readNumbered(
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<ReadItem> {
  let number = 0
  for await (const raw of readMbox(chunks, maxMailBytes)) {
    number++
    yield await toItem(raw, `${name} message ${number}`, `${name}:${number}`)
  }
}

async function toItem(raw: Buffer, where: string, fallbackId: string): Promise<ReadItem> {
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable')
    return { kind: 'bad-message', where, why: 'cannot be read as a mail' }
  const { message, messageId } = parsed
  return {
    kind: 'mail',
    mail: { id: messageId ?? fallbackId, message, known: nothingKnown, where },
  }
}

function toRecordItem({ name }: MailFile, { number, content }: JsonLine): ReadItem {
  const where = `${name} line ${number}`
  if (content === 'too-long' || content === 'no-object')
    return { kind: 'bad-message', where, why: lineFaults[content] }
  const { data: record, error } = mailRecord.safeParse({ ...content, id: content.id ?? '' })
  if (!record) {
    const field = String(error.issues[0]?.path[0])
    return { kind: 'bad-message', where, why: `has a field of the wrong type: ${field}` }
  }
  const message = toMessage(record)
  const id = record.id || (findMessageId(message.headers) ?? `${name}:${number}`)
  return { kind: 'mail', mail: { id, message, known: toKnownFacts(record), where } }
}

const lineFaults = {
  'too-long': `is longer than ${maxMailBytes / 1024 / 1024} MB`,
  'no-object': 'is not a JSON object',
}
