import type { SetCookies } from './login.ts'

/**
 * Devices on which a user has signed in before. Such a device has a cookie that is valid for one
 * account and until its password changes. It does not sign the user in: it only keeps the attempts
 * of others from counting against this device.
 */
export type Devices = {
  /** The device's id if it is known to the account of this address, otherwise `null`. */
  findKnown(cookie: string | undefined, address: string): Promise<string | null>
  /** Makes the device known to the account. A device that is known already keeps its id. */
  remember(cookie: string | undefined, address: string): Promise<SetCookies>
  forget(): SetCookies
}
