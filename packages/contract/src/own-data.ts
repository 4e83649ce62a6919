import { EmailAddress } from '@doorman/domain/mail/email-address'
import { SessionId } from '@doorman/domain/ids'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const EnteredPassword = z.string().check(z.minLength(1), z.maxLength(1024))
const LinkToken = z.string().check(z.minLength(1), z.maxLength(256))
const Nothing = z.object({})

/**
 * The link downloads the file once, within 24 hours, in a login session of the same user. The file
 * is one JSON document, or a zip of CSV files.
 */
export const requestExport = endpoint({
  method: 'POST',
  path: '/api/account/export',
  summary: 'Create a link that downloads everything held about the user',
  input: z.object({ password: EnteredPassword, format: z.enum(['json', 'csv']) }),
  reply: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
})

/** A change of address that waits for its confirmations. */
export const AddressChange = z.object({
  newEmail: z.string(),
  expiresAt: z.iso.datetime(),
  isOldConfirmed: z.boolean(),
  isNewConfirmed: z.boolean(),
})
export type AddressChange = z.infer<typeof AddressChange>

export const loadAddressChange = endpoint({
  method: 'GET',
  path: '/api/account/email',
  summary: 'Load the change of address that waits for confirmation',
  input: Nothing,
  reply: z.object({ pending: z.nullable(AddressChange) }),
})

/**
 * Sends a link to the old and one to the new address. The reply is the same if another account has
 * the new one.
 */
export const requestAddressChange = endpoint({
  method: 'POST',
  path: '/api/account/email',
  summary: 'Ask to change the email address',
  input: z.object({ password: EnteredPassword, newEmail: EmailAddress }),
  reply: Nothing,
})

/** Idempotent. */
export const cancelAddressChange = endpoint({
  method: 'DELETE',
  path: '/api/account/email',
  summary: 'Cancel the change of address',
  input: Nothing,
  reply: Nothing,
})

/** Says what a link would confirm. Needs no login session. */
export const checkAddressLink = endpoint({
  method: 'POST',
  path: '/api/address-links/check',
  summary: 'Show the change of address that a link confirms',
  input: z.object({ token: LinkToken }),
  reply: z.object({ newEmail: z.string(), isConfirmed: z.boolean(), isApplied: z.boolean() }),
})

/** Needs no login session. The second of the two confirmations applies the change. */
export const confirmAddressChange = endpoint({
  method: 'POST',
  path: '/api/address-links',
  summary: 'Confirm a change of address with a link',
  input: z.object({ token: LinkToken }),
  reply: z.object({ isApplied: z.boolean() }),
})

export const Device = z.object({
  id: SessionId,
  /** Such as Firefox on Linux. */
  name: z.string(),
  /** An IPv4 address, or the first half of an IPv6 address. */
  network: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isThisOne: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** The latest used first. */
export const listDevices = endpoint({
  method: 'GET',
  path: '/api/account/devices',
  summary: 'List the devices on which the user is signed in',
  input: Nothing,
  reply: z.object({ devices: z.array(Device) }),
})

/** Replies 409 for the device that makes the request. */
export const signOutDevice = endpoint({
  method: 'DELETE',
  path: '/api/account/devices/:id',
  summary: 'Sign out on another device',
  input: z.object({ id: SessionId }),
  reply: Nothing,
})

/** Idempotent. */
export const signOutOtherDevices = endpoint({
  method: 'DELETE',
  path: '/api/account/devices',
  summary: 'Sign out on all other devices',
  input: Nothing,
  reply: Nothing,
})
