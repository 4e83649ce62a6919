type Field = 'from' | 'sent' | 'date' | 'to' | 'copy' | 'subject'

const labels: Readonly<Record<Field, string>> = {
  from: 'from|von|de|da|van|från|fra|od|lähettäjä|kimden|от|от кого|expéditeur|remitente|mittente|afzender|nadawca|avsändare',
  sent: 'sent|gesendet|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada|inviato|verzonden|skickat|skickat den|sendt|wysłano|wysłane|lähetetty|odesláno|received|reçu',
  date: 'date|datum|fecha|data|dato',
  to: 'to|an|à|a|para|aan|till|til|do|komu|pour|destinataire|destinatario|vastaanottaja|кому',
  copy: 'cc|bcc|kopie|copie|cópia|copia|kopia|kopi|dw|reply-to|antwort an|répondre à|importance|attachments|anlagen',
  subject:
    'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|tytuł|aihe|předmět|тема',
}

const fields = new Map<string, readonly Field[]>()
for (const field of Object.keys(labels) as Field[])
  for (const label of labels[field].split('|'))
    fields.set(label, [...(fields.get(label) ?? []), field])

const labelled = /^[*_ ]{0,4}(\p{L}[\p{L} -]{0,19}?)[*_ ]{0,3}:[*_ ]{0,4}/u
const maxLineChars = 1000
const maxBlockLines = 16
const onOneLine = {
  subject: toInnerLabel(labels.subject),
  sentOrTo: toInnerLabel(`${labels.sent}|${labels.date}|${labels.to}`),
}

/**
 * How many lines from `at` are a "From: … Sent: … To: … Subject: …" block, as Outlook writes it
 * above a quote; else 0.
 */
export function countHeaderLines(lines: readonly string[], at: number): number {
  const first = readField(lines[at] ?? '')
  if (!first?.fields.includes('from')) return 0
  if (isWholeBlock(lines[at] ?? '')) return 1

  const seen = new Set<Field>()
  let hasAddress = false
  let count = 0
  for (let ahead = 0; ahead < maxBlockLines && at + ahead < lines.length; ahead++) {
    const line = lines[at + ahead] ?? ''
    if (line.trim() === '') {
      if (seen.has('subject') || !readField(lines[at + ahead + 1] ?? '')) break
      continue
    }
    const field = readField(line)
    const isContinuation =
      ahead > 0 && (/^\s/.test(line) || /[@;]/.test(line)) && !seen.has('subject')
    if (!field && !isContinuation) break
    if (field?.fields.every((name) => seen.has(name))) break
    for (const name of field?.fields ?? []) seen.add(name)
    hasAddress ||= line.includes('@')
    count = ahead + 1
  }
  const hasMore = seen.has('to') || seen.has('sent') || seen.has('date')
  const isMessageHead = seen.has('subject') || seen.has('sent') || (hasAddress && seen.has('to'))
  return hasMore && isMessageHead ? count : 0
}

/** The author in a header block, which may be a single line. */
export function toAuthor([first = '']: readonly string[]): string {
  const lower = first.toLowerCase()
  const ends = [onOneLine.subject, onOneLine.sentOrTo].flatMap(
    (label) => label.exec(lower)?.index ?? [],
  )
  return first.slice(0, Math.min(first.length, ...ends))
}

function readField(line: string): { readonly fields: readonly Field[] } | null {
  if (line.length > maxLineChars) return null
  const label = labelled.exec(line)?.[1]?.toLowerCase()
  const found = label === undefined ? undefined : fields.get(label)
  return found ? { fields: found } : null
}

function isWholeBlock(line: string): boolean {
  const lower = line.toLowerCase()
  return onOneLine.subject.test(lower) && onOneLine.sentOrTo.test(lower)
}

function toInnerLabel(names: string): RegExp {
  return new RegExp(`\\s\\*{0,2}(?:${names})\\s?\\*{0,2}:`, 'u')
}
