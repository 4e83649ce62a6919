import { cleanLine } from '@doorman/domain/mail/clean-line'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { Correspondent } from '@doorman/domain/mail/message'
import { addressParser } from 'postal-mime'
import { domainToASCII } from 'node:url'

const maxNameChars = 200
/** The limit of RFC 5321. */
const maxAddressChars = 254
/** A longer From header is treated as unreadable. */
const maxSenderChars = 2_000

/** Every address in these headers, with its display name. Includes the members of groups. */
export function listCorrespondents(values: readonly string[]): readonly Correspondent[] {
  return values
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ name, address = '' }) => toCorrespondent(name, address) ?? [])
}

/** The single address in these headers, or `null` if there is none, a group or more than one. */
export function findOnlyCorrespondent(values: readonly string[]): Correspondent | null {
  const [value, another] = values
  if (value === undefined || another !== undefined || isAmbiguous(value)) return null
  const [only, second] = addressParser(value)
  if (only?.address === undefined || second !== undefined) return null
  return toCorrespondent(only.name, only.address)
}

/** Mail programs read `<a@x.com> <b@y.com>` and `a@x.com b@y.com` in different ways. */
function isAmbiguous(value: string): boolean {
  if (value.length > maxSenderChars) return true
  const unquoted = value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  const angles = unquoted.split('<').length - 1
  return angles > 1 || (angles === 0 && unquoted.split('@').length > 2)
}

function toCorrespondent(name: string, address: string): Correspondent | null {
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
