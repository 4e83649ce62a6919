/**
 * Tokens for things rather than words. Masks set by redaction give the same tokens as the things.
 */
const masks: ReadonlyMap<string, string> = new Map([
  ['[email]', '_mail'],
  ['[url]', '_url'],
  ['[phone]', '_phone'],
  ['[amount]', '_money'],
  ['[card]', '_num'],
  ['[ssn]', '_num'],
  ['[account]', '_num'],
  ['[ip]', '_num'],
])

const token =
  /\[(?:email|url|phone|amount|card|ssn|account|ip)\]|(?:https?:\/\/|www\.)[^\s<>"')\]]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,80}|[$€£¥₹]\s?\d[\d.,]*\s?(?:k|m|bn|mio)?\b|\d[\d.,:/]*%?|[\p{L}\p{M}]{1,80}(?:['’][\p{L}\p{M}]{1,80}){0,3}|[?!]/gu

/** English contractions are one word; in other languages an apostrophe separates two. */
const contraction = /['’](s|re|m|ve|ll|d|t)$/

/** A longer message is judged by its beginning. */
const maxTokens = 1_500

/**
 * The words of a text in the form of the lexicon and the model: lower case, without accents, links,
 * numbers and the like replaced by a token for their kind. Takes linear time.
 */
export function toTokens(text: string, max = maxTokens): string[] {
  const tokens: string[] = []
  for (const [found] of text.matchAll(token)) {
    if (tokens.length >= max) break
    pushToken(tokens, found)
  }
  return tokens
}

function pushToken(tokens: string[], found: string): void {
  // Fast path for most words.
  if (/^[A-Za-z]+$/.test(found)) {
    tokens.push(found.toLowerCase())
    return
  }
  const mask = masks.get(found)
  if (mask !== undefined) tokens.push(mask)
  else if (/^(?:https?:|www\.)/.test(found)) tokens.push('_url')
  else if (found.includes('@')) tokens.push('_mail')
  else if (/^[$€£¥₹]/.test(found)) tokens.push('_money')
  else if (/^\d/.test(found)) tokens.push(toNumberToken(found))
  else if (found === '?' || found === '!') tokens.push(found)
  else pushWords(tokens, found)
}

function pushWords(tokens: string[], found: string): void {
  const word = fold(found)
  if (!/['’]/.test(word)) tokens.push(word)
  else if (contraction.test(word)) tokens.push(word.replaceAll(/['’]/g, ''))
  else tokens.push(...word.split(/['’]/))
}

function toNumberToken(found: string): string {
  if (found.endsWith('%')) return '_pct'
  if (/^(?:19|20)\d\d$/.test(found)) return '_year'
  if (/[:/]|^\d{1,2}\.\d{1,2}\.(?:\d\d)?(?:\d\d)?$/.test(found)) return '_time'
  return '_num'
}

/** Removes case and accents, so that `Société` and `SOCIETE` are one word. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-z']+$/.test(lower)) return lower
  let folded = ''
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at)
    if (code >= foldedLetters.length) return removeAccents(lower)
    folded += foldedLetters[code] ??= removeAccents(lower.charAt(at))
  }
  return folded
}

/** Latin, Greek and Cyrillic letters without accents, by code. Filled when they first occur. */
const foldedLetters: (string | undefined)[] = Array.from({ length: 0x500 })

function removeAccents(lower: string): string {
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
}
