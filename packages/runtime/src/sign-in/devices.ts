import type { Db } from '@doorman/db/client'
import type { Devices } from '@doorman/services/ports/devices'
import { dayMs } from '@doorman/domain/time'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { findCookie, toCookieName, toSetCookie } from './cookies.ts'
import { findAccount, type PasswordAccount } from './find-account.ts'

/** Renewed at every sign-in. */
const lifetimeSeconds = (365 * dayMs) / 1000

/**
 * Known devices, without a table: the cookie is a random id and a signature of the id, the account
 * and the hash of its password. A new password, however it is set, makes all earlier cookies
 * invalid. The cookie alone says nothing about its user.
 */
export function createDevices({
  db,
  publicUrl,
  secret,
}: {
  readonly db: Db
  readonly publicUrl: string
  readonly secret: string
}): Devices {
  const cookieName = toCookieName('doorman.device', publicUrl)

  function sign(id: string, { accountId, password }: PasswordAccount): Buffer {
    const signed = ['device', id, accountId, password].join(' ')
    return createHmac('sha256', secret).update(signed).digest()
  }

  function findId(cookie: string | undefined, account: PasswordAccount): string | null {
    const { id, signature } = readCookie(cookie) ?? {}
    if (id === undefined || signature === undefined) return null
    return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id, account)) ? id : null
  }

  function readCookie(cookie: string | undefined) {
    const value = findCookie(cookie, cookieName) ?? ''
    return /^(?<id>[\w-]{22})\.(?<signature>[\w-]{43})$/.exec(value)?.groups
  }

  return {
    async findKnown(cookie, address) {
      // Most visitors have no such cookie and need no query. For the others, known and unknown
      // addresses take the same query, so the time does not reveal an account.
      if (!readCookie(cookie)) return null
      const account = await findAccount(db, address)
      return account ? findId(cookie, account) : null
    },

    async remember(cookie, address) {
      const account = await findAccount(db, address)
      if (!account) return []
      const id = findId(cookie, account) ?? randomBytes(16).toString('base64url')
      const value = `${id}.${sign(id, account).toString('base64url')}`
      return [toSetCookie(cookieName, value, lifetimeSeconds)]
    },

    forget: () => [toSetCookie(cookieName, '', 0)],
  }
}
