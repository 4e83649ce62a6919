const asciiLabel = /^[a-z0-9_-]{1,63}$/
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/u
const maxDomainChars = 253

/**
 * The form in which domains are compared: lower case, with other scripts in punycode. `null` for
 * text that is not a domain or imitates one with full-width letters, ligatures or invisible
 * characters.
 */
export function toAsciiDomain(domain: string): string | null {
  if (domain.length > maxDomainChars) return null
  const labels = domain.split('.').map(toAsciiLabel)
  return labels.includes(null) ? null : labels.join('.')
}

function toAsciiLabel(label: string): string | null {
  const ascii = isAscii(label) ? label.toLowerCase() : toPunycode(label)
  return ascii !== null && asciiLabel.test(ascii) ? ascii : null
}

function toPunycode(label: string): string | null {
  const normal = label.normalize('NFC').toLowerCase().normalize('NFC')
  const isImitation = isAscii(normal) || normal !== normal.normalize('NFKC')
  return isImitation || invisible.test(normal) ? null : `xn--${encode(normal)}`
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** Punycode, with the parameters and names of RFC 3492, section 6.3. */
function encode(label: string): string {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  const basic = points.filter((point) => point < 0x80)
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '')
  let handled = basic.length
  let [n, delta, bias] = [0x80, 0, 72]
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= n))
    delta += (next - n) * (handled + 1)
    n = next
    for (const point of points) {
      if (point < n) delta++
      if (point !== n) continue
      output += toDigits(delta, bias)
      bias = adapt(delta, handled + 1, handled === basic.length)
      delta = 0
      handled++
    }
    delta++
    n++
  }
  return output
}

function toDigits(delta: number, bias: number): string {
  let digits = ''
  let rest = delta
  for (let k = 36; ; k += 36) {
    const threshold = Math.min(Math.max(k - bias, 1), 26)
    if (rest < threshold) return digits + toDigit(rest)
    digits += toDigit(threshold + ((rest - threshold) % (36 - threshold)))
    rest = Math.floor((rest - threshold) / (36 - threshold))
  }
}

function toDigit(value: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'.charAt(value)
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}
