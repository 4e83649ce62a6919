import { countHeaderLines } from '../quotes/headers.ts'
import { isSeparator } from '../quotes/separators.ts'
import { readLabelledLine, readTableRow, type FieldKind, type LabelledLine } from './labels.ts'

/** The fields of a contact form, as its author filled them in. */
export type FilledForm = {
  readonly name: string
  /** The address that is the email field's value, or one in a From field; `null` if there is none. */
  readonly address: string | null
  readonly hasEmailField: boolean
  readonly subject: string
  readonly message: string
  readonly layout: Layout
}

export type Layout = {
  /** The kind of the message's label. `null`: the message is the text below the fields. */
  readonly label: 'message' | 'remark' | null
  /** The label stands above the message, alone in its line. */
  readonly isLabelAlone: boolean
  /** Number of labelled lines, the message's included. */
  readonly fieldCount: number
  /** Name and email have labels with a colon. */
  readonly hasColons: boolean
  /** Text stands above the fields. */
  readonly hasIntroduction: boolean
}

/** Sentences such as "You have received a new message via the contact form." */
const maxIntroductionLines = 5
const maxFields = 40
const maxValueChars = 400

/**
 * Reads the labelled fields of a contact form. `null` if the text is not laid out like one: no name
 * and no address above the message, a quote or a forwarded message there, or fields of an order, a
 * booking or a ticket. The author's own text never decides whether this is a form. Linear time.
 */
export function readForm(text: string): FilledForm | null {
  const lines = text.split('\n')
  const fields = new Map<FieldKind, string>()
  const withColon = new Set<FieldKind | 'unknown'>()
  let introductionLines = 0
  let fieldCount = 0
  let isTable = false
  /** The kind of a label without a value: the next line is its value. */
  let awaitingValue: FieldKind | 'unknown' | null = null

  const toLayout = (label: Layout['label'], isLabelAlone = false): Layout => ({
    label,
    isLabelAlone,
    fieldCount,
    hasColons: withColon.has('name') && withColon.has('email'),
    hasIntroduction: introductionLines > 0,
  })

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (isQuoteStart(lines, at)) return null
    const hasAuthor = authorKinds.some((kind) => fields.has(kind))
    const row = hasAuthor && isTable ? readTableRow(line, tableKinds) : null
    const isBelowGap = (lines[at - 1] ?? '').trim() === ''
    const field: LabelledLine | null = row ?? readLabelledLine(line) ?? findFirstRow(line)
    if (field === null || (hasAuthor && isBelowGap && isSentence(field))) {
      if (awaitingValue !== null) {
        if (awaitingValue !== 'unknown' && !fields.has(awaitingValue))
          fields.set(awaitingValue, line.trim())
        awaitingValue = null
        continue
      }
      if (hasAuthor && isBelowGap) return finish(fields, lines.slice(at), toLayout(null))
      if (!hasAuthor && ++introductionLines > maxIntroductionLines) return null
      continue
    }
    const { kind, value, hasColon } = field
    if (kind === 'record' || ++fieldCount > maxFields) return null
    if (isMessageKind(kind) && isMessageStart(lines, at, value, hasAuthor))
      return finish(fields, [value, ...lines.slice(at + 1)], toLayout(kind, value === ''))
    isTable ||= readLabelledLine(line) === null
    awaitingValue = value === '' ? kind : null
    if (hasColon) withColon.add(kind)
    if (kind === 'unknown' || isMessageKind(kind) || value === '') continue
    // First and last name may be two fields.
    const earlier = kind === 'name' ? fields.get(kind) : undefined
    if (kind === 'name' || !fields.has(kind))
      fields.set(kind, [earlier, value].filter(Boolean).join(' ').slice(0, maxValueChars))
  }
  return null
}

const authorKinds: readonly FieldKind[] = ['name', 'email', 'from', 'sender']

function isMessageKind(kind: FieldKind | 'unknown'): kind is 'message' | 'remark' {
  return kind === 'message' || kind === 'remark'
}

const tableKinds: readonly FieldKind[] = [
  'name',
  'email',
  'subject',
  'message',
  'remark',
  'detail',
  'record',
]

/** The first row of a table is recognised by an address after the word Email, or by a name. */
function findFirstRow(line: string): LabelledLine | null {
  const row = readTableRow(line, ['name', 'email'])
  if (row === null || row.value.split(' ').length > 5) return null
  if (row.kind === 'email') return onlyAddress.test(row.value) ? row : null
  return /^\p{Lu}/u.test(row.value) && /^name|^nom|^naam|^navn|^namn|^imi|^jm|^имя/iu.test(line)
    ? row
    : null
}

/**
 * "Request: other" may be a choice from a list above the message. The last of several labels for the
 * message counts, unless text stands between them.
 */
function isMessageStart(
  lines: readonly string[],
  at: number,
  value: string,
  hasAuthor: boolean,
): boolean {
  if (!hasAuthor) return false
  if (value.split(' ').length > 3) return true
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? ''
    if (line.trim() === '') continue
    const field = readLabelledLine(line)
    if (field === null) return true
    if (isMessageKind(field.kind)) return false
  }
  return true
}

/** A colon in a sentence ("One thing first: do you outsource any work?") doesn't make a field. */
function isSentence({ kind, value }: LabelledLine): boolean {
  return kind === 'unknown' && value.split(' ').length > 6
}

/**
 * Below the message an unknown label counts as a field only with a value of at most two words.
 * Otherwise it may be the author's own sentence.
 */
function isShort({ kind, value }: LabelledLine): boolean {
  return kind !== 'unknown' || value.split(' ').length <= 2
}

function isQuoteStart(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return /^ {0,3}>/.test(line) || isSeparator(line) || countHeaderLines(lines, at) > 0
}

/** "dale@vendor.example". Some programs add "<mailto:dale@vendor.example>". */
const onlyAddress =
  /^<?([^\s<>@,;:"'()[\]]{1,64}@[^\s<>@,;:"'()[\]]{1,255})>?(?:\s?[<([]mailto:[^\s<>()[\]]{1,330}[>)\]])?$/i
const address = /[^\s<>@,;:"'()[\]]{1,64}@[^\s<>@,;:"'()[\]]{1,255}/

function finish(
  fields: ReadonlyMap<FieldKind, string>,
  written: readonly string[],
  layout: Layout,
): FilledForm | null {
  const message = withoutLastFields(written).join('\n').trim()
  if (message === '') return null
  const email = fields.get('email')
  const from = fields.get('from') ?? ''
  const name = fields.get('name') ?? (from === '' ? (fields.get('sender') ?? '') : from)
  const found = email === undefined ? address.exec(from)?.[0] : onlyAddress.exec(email)?.[1]
  return {
    name: name
      .replace(address, '')
      .replace(/[<>()[\]"]/g, '')
      .replace(/[\s,;]+$/, '')
      .trim(),
    address: found ?? null,
    hasEmailField: email !== undefined,
    subject: fields.get('subject') ?? '',
    message,
    layout,
  }
}

/** Fields below the message, such as "Phone: …" or "Consent: yes", are not part of it. */
function withoutLastFields(lines: readonly string[]): readonly string[] {
  let end = lines.length
  for (let at = lines.length - 1; at > 0; at--) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const field = readLabelledLine(line)
    if (field === null || isMessageKind(field.kind) || !isShort(field)) break
    end = at
  }
  return lines.slice(0, end)
}
