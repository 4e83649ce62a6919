import { NewPassword } from '@doorman/domain/accounts/password-policy'
import * as z from 'zod/mini'
import { LinkToken } from './auth.ts'
import { endpoint } from './endpoint.ts'

// Not in `auth.ts`, which every page of the app loads.

const Nothing = z.object({})

/** For users who sign in with Google or Microsoft and have no password. */
export const requestSetPasswordLink = endpoint({
  method: 'POST',
  path: '/api/auth/set-password-link',
  summary: 'Request a link for setting a first password',
  input: Nothing,
  reply: Nothing,
})

/** Works in the user's own login session, and keeps it and the linked providers. */
export const setFirstPassword = endpoint({
  method: 'POST',
  path: '/api/auth/set-password',
  summary: 'Set a first password with a link',
  input: z.object({ token: LinkToken, newPassword: NewPassword }),
  reply: Nothing,
})

/** Fails with the same error as `setFirstPassword` would. Does not use up the link. */
export const checkSetPasswordLink = endpoint({
  method: 'POST',
  path: '/api/auth/check-set-password-link',
  summary: 'Check whether a link for setting a first password is still valid',
  input: z.object({ token: LinkToken }),
  reply: Nothing,
})
