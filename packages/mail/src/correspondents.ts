import { normaliseAddress } from '@doorman/domain/email-address'
import type { Correspondent } from '@doorman/domain/message'
import { addressParser } from 'postal-mime'
import { domainToASCII } from 'node:url'
import { cleanLine } from './clean-line.ts'

const maxNameChars = 200
/** As long as RFC 5321 lets an address be. */
const maxAddressChars = 254
/** Nobody's name and address are longer. */
const maxSingleChars = 2_000

/** Everybody in these headers who has an address, members of groups included. */
export function listCorrespondents(values: readonly string[]): readonly Correspondent[] {
  return values
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ name, address = '' }) => toCorrespondent(name, address) ?? [])
}

/** The one person these headers name, or `null` where they name none, several or a group. */
export function findOnlyCorrespondent(values: readonly string[]): Correspondent | null {
  const [value, another] = values
  if (value === undefined || another !== undefined || isAmbiguous(value)) return null
  const [only, second] = addressParser(value)
  if (only?.address === undefined || second !== undefined) return null
  return toCorrespondent(only.name, only.address)
}

/** `<a@x.com> <b@y.com>` and `a@x.com b@y.com` are read in one way here and in another elsewhere. */
function isAmbiguous(value: string): boolean {
  if (value.length > maxSingleChars) return true
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

/** The one form in which an address is compared, its domain in ASCII; `null` for what is none. */
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

/** A label that becomes plain ASCII was only dressed up to look like another: full width, soft hyphens. */
function toAsciiLabel(label: string): string | null {
  if (/^[\x21-\x7e]*$/.test(label)) return label
  const ascii = domainToASCII(label)
  return ascii.startsWith('xn--') ? ascii : null
}
