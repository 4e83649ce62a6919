import type { Google } from '../google/google.ts'
import type { Microsoft } from '../microsoft/microsoft.ts'
import type { World } from '../world/world.ts'

/** Accounts of the demo that cannot simply be connected. Their role says why. */
export const specialAccounts = {
  withoutGmail: {
    provider: 'google',
    address: 'sven@unlicensed.example',
    name: 'Sven Aldous',
    about: 'has no mailbox',
  },
  strict: {
    provider: 'microsoft',
    address: 'noor@strictly-365.example',
    name: 'Noor Castellan',
    about: 'needs an administrator’s approval',
  },
  unlicensed: {
    provider: 'microsoft',
    address: 'sven@unlicensed-365.example',
    name: 'Sven Aldous',
    about: 'has no mailbox',
  },
} as const

export function addSpecialAccounts(
  world: World,
  {
    google,
    microsoft,
  }: {
    readonly google: Pick<Google, 'removeMailbox'>
    readonly microsoft: Pick<Microsoft, 'removeMailbox' | 'requireAdminConsent'>
  },
): void {
  const { withoutGmail, strict, unlicensed } = specialAccounts
  google.removeMailbox(world.addMailbox(withoutGmail))
  microsoft.requireAdminConsent(world.addMailbox(strict))
  microsoft.removeMailbox(world.addMailbox(unlicensed), 'unlicensed')
}
