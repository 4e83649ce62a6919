/** What stands for a thing rather than a word, whether redaction masked it or we do. */
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

/** English contractions are one word; elsewhere an apostrophe stands between two. */
const contraction = /['’](s|re|m|ve|ll|d|t)$/

/** A mail is judged by its beginning; nobody reads further either. */
const mostTokens = 1_500

/**
 * The words of a text in the form that the lexicon and the model know: lower
 * case, without accents, with things masked by kind. Linear in the text.
 */
export function toTokens(text: string): string[] {
  const tokens: string[] = []
  for (const [found] of text.matchAll(token)) {
    if (tokens.length >= mostTokens) break
    pushToken(tokens, found)
  }
  return tokens
}

function pushToken(tokens: string[], found: string): void {
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

/** Without case and accents, so that `Société` and `SOCIETE` are one word. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most words need no more.
  if (/^[a-z']+$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
}
