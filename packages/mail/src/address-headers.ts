import { cleanLine } from '@doorman/domain/mail/clean-line'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { NamedAddress } from '@doorman/domain/mail/message'
import { addressParser, decodeWords } from 'postal-mime'
import { domainToASCII } from 'node:url'

const maxNameChars = 200
/** The limit of RFC 5321. */
const maxAddressChars = 254
/** A longer From header is treated as unreadable. */
const maxSenderChars = 2_000

/**
 * Every address in these headers, with its display name. Includes the members of groups, and
 * addresses in angle brackets that a malformed header hides, such as `Ann (CEO <ann@example.com>`.
 */
export function listNamedAddresses(values: readonly string[]): readonly NamedAddress[] {
  return values.flatMap((value) => {
    const read = addressParser(value, { flatten: true }).flatMap(
      ({ name, address = '' }) => toNamedAddress(name, address) ?? [],
    )
    const known = new Set(read.map(({ address }) => address))
    const hidden = [...value.replaceAll(quotedOrOpen, '').matchAll(/<([^<>]+)>/g)]
      .flatMap(([, address = '']) => toNamedAddress('', address) ?? [])
      .filter(({ address }) => !known.has(address))
    return [...read, ...hidden]
  })
}

/** The single address in these headers, or `null` if there is none, a group or more than one. */
export function findOnlyAddress(values: readonly string[]): NamedAddress | null {
  const [value, another] = values
  if (value === undefined || another !== undefined || isAmbiguous(value)) return null
  const [only, second] = addressParser(value)
  const isOne = only?.address && second === undefined
  return isOne ? toNamedAddress(only.name, only.address) : findBracketed(value)
}

/** Mail programs read `<a@x.com> <b@y.com>` and `a@x.com b@y.com` in different ways. */
function isAmbiguous(value: string): boolean {
  if (value.length > maxSenderChars) return true
  const unquoted = withoutQuoted(value)
  const angles = unquoted.split('<').length - 1
  return angles > 1 || (angles === 0 && unquoted.split('@').length > 2)
}

/**
 * Second attempt, for display names with unquoted special characters: `Doe, John <john@x.com>`.
 * Accepts one address in angle brackets and no other `@` anywhere, so that other mail programs find
 * the same address or none.
 */
function findBracketed(value: string): NamedAddress | null {
  const [, before, address, after = ''] =
    /^((?:[^<>@"]|"(?:[^"\\]|\\.)*")*)<([^<>]+)(?:>([^<>@"]*))?$/.exec(value) ?? []
  if (before === undefined || address === undefined) return null
  const name = decodeWords(`${unquote(before)}${after}`)
  const isGroup = /:.*;/s.test(name)
  if (isGroup || name.includes('@')) return null
  return toNamedAddress(name.replaceAll(/^[\s,;]+|[\s,;]+$/g, ''), address)
}

const quotedString = /"((?:[^"\\]|\\.)*)"/g
/**
 * Matches a quoted text, or an unclosed quote up to the end, in linear time however long the header
 * is.
 */
const quotedOrOpen = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs

function withoutQuoted(value: string): string {
  return value.replaceAll(quotedString, '')
}

function unquote(value: string): string {
  return value.replaceAll(quotedString, (_, inside: string) => inside.replaceAll(/\\(.)/g, '$1'))
}

function toNamedAddress(name: string, address: string): NamedAddress | null {
  const normal = toNormalAddress(address)
  return normal === null ? null : { name: cleanLine(name, maxNameChars), address: normal }
}

const localPart = /^[^\s@<>(),:;"\\[\]\p{C}]+$/u
const hostName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** The form in which addresses are compared: lower case, domain in ASCII. `null` if invalid. */
function toNormalAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at))
  const domain = toAsciiDomain(address.slice(at + 1))
  if (!localPart.test(local) || domain === null) return null
  const normal = normaliseAddress(`${local}@${domain}`)
  return normal.length <= maxAddressChars ? normal : null
}

function toAsciiDomain(domain: string): string | null {
  const labels = domain.toLowerCase().split('.').map(toAsciiLabel)
  if (labels.includes(null)) return null
  const ascii = labels.join('.')
  return hostName.test(ascii) ? ascii : null
}

/** Rejects labels that turn into plain ASCII: `ｅxample` (full width) imitates `example`. */
function toAsciiLabel(label: string): string | null {
  if (/^[\x21-\x7e]*$/.test(label)) return label
  const ascii = domainToASCII(label)
  return ascii.startsWith('xn--') ? ascii : null
}
