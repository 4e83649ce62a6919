import { EmailAddress } from '@doorman/domain/email-address'
import { UserId } from '@doorman/domain/ids'
import { NewPassword } from '@doorman/domain/password-policy'
import { subscriptionStatuses } from '@doorman/domain/plan'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Who is signed in. Its presence means that somebody is. */
export const CurrentUser = z.object({
  id: UserId,
  email: z.string(),
  isAdmin: z.boolean(),
  isVerified: z.boolean(),
  trialEndDate: z.nullable(z.iso.datetime()),
  subscriptionStatus: z.enum(subscriptionStatuses),
  filterRecruiters: z.boolean(),
  filterInvestors: z.boolean(),
  autoReplyEnabled: z.boolean(),
  /** Where their days begin: what their browser named last. */
  timeZone: z.string(),
  viewingAsUser: z.optional(z.object({ viewingUserEmail: z.string() })),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** A password somebody claims to have: any text, so that a wrong one is refused as wrong, not as malformed. */
const ClaimedPassword = z.string().check(z.minLength(1), z.maxLength(1024))
const LinkToken = z.string().check(z.minLength(1), z.maxLength(256))
const Nothing = z.object({})

export const loadCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in user',
  input: Nothing,
  reply: CurrentUser,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  input: z.object({ email: z.string().check(z.maxLength(254)), password: ClaimedPassword }),
  reply: Nothing,
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account and sign in',
  input: z.object({ email: EmailAddress, password: NewPassword }),
  reply: Nothing,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the login session',
  input: Nothing,
  reply: Nothing,
})

/** Ends every other login session of the user. */
export const changePassword = endpoint({
  method: 'PATCH',
  path: '/api/auth/password',
  summary: 'Change the password',
  input: z.object({ currentPassword: ClaimedPassword, newPassword: NewPassword }),
  reply: Nothing,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  summary: 'Delete the account and everything in it',
  input: z.object({ password: ClaimedPassword }),
  reply: Nothing,
})

/** Answers the same for known and unknown addresses. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Ask for a link to choose a new password',
  input: z.object({ email: EmailAddress }),
  reply: Nothing,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password with a link',
  input: z.object({ token: LinkToken, newPassword: NewPassword }),
  reply: Nothing,
})

/** Refused as the change itself would be. The link is not used up. */
export const checkResetLink = endpoint({
  method: 'GET',
  path: '/api/auth/reset-password',
  summary: 'Whether a link to choose a new password still serves',
  input: z.object({ token: LinkToken }),
  reply: Nothing,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm the email address with a link',
  input: z.object({ token: LinkToken }),
  reply: Nothing,
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Send the confirmation link again',
  input: Nothing,
  reply: Nothing,
})

/** The dashboard counts by it, from then on. */
export const setTimeZone = endpoint({
  method: 'PATCH',
  path: '/api/settings/time-zone',
  summary: 'Say where the user is',
  input: z.object({ timeZone: z.string().check(z.maxLength(64)) }),
  reply: Nothing,
})
