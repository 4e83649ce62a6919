import { EmailAddress } from '@doorman/domain/mail/email-address'
import { UserId } from '@doorman/domain/ids'
import { NewPassword } from '@doorman/domain/accounts/password-policy'
import { subscriptionStatuses } from '@doorman/domain/plans/plan'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The signed-in user. */
export const CurrentUser = z.object({
  id: UserId,
  email: z.string(),
  /** False while an admin views the app as a user. */
  isAdmin: z.boolean(),
  /** The user is an admin whose admin calls are refused until they give a second factor. */
  needsSecondFactor: z.boolean(),
  isVerified: z.boolean(),
  trialEndDate: z.nullable(z.iso.datetime()),
  /** By the server's clock: `null` outside a trial; 0 on its last day. */
  trialDaysLeft: z.nullable(z.number()),
  subscriptionStatus: z.enum(subscriptionStatuses),
  filterRecruiters: z.boolean(),
  filterInvestors: z.boolean(),
  autoReplyEnabled: z.boolean(),
  /** IANA name, as last reported by the user's browser. Their days begin at midnight there. */
  timeZone: z.string(),
  viewingAsUser: z.optional(z.object({ viewingUserEmail: z.string() })),
  /**
   * An admin's view of a user has ended without `switchBack`, for example after its hour. Other
   * calls are refused until `switchBack`: the browser first tells its other tabs, which may still
   * show the user.
   */
  viewHasEnded: z.optional(z.literal(true)),
  /** Names this user and, during a view, the admin. Pages send it with every call; see `shownUserHeader`. */
  shownUser: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/**
 * A password to check. The new-password rules don't apply, so a short wrong one is refused as
 * wrong, not as malformed.
 */
export const EnteredPassword = z.string().check(z.minLength(1), z.maxLength(1024))
export const LinkToken = z.string().check(z.minLength(1), z.maxLength(256))
const Nothing = z.object({})

export const loadCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Load the signed-in user',
  input: Nothing,
  reply: CurrentUser,
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
  input: z.object({ currentPassword: EnteredPassword, newPassword: NewPassword }),
  reply: Nothing,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  summary: 'Delete the account and everything in it',
  input: z.object({ password: EnteredPassword }),
  reply: Nothing,
})

/** For acts of admins that are refused with `password-needed`. */
export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-password',
  summary: 'Give the password again in the same login session',
  input: z.object({ password: EnteredPassword }),
  reply: Nothing,
})

/** The reply is the same for known and unknown addresses. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Request a password reset link',
  input: z.object({ email: EmailAddress }),
  reply: Nothing,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with a reset link',
  input: z.object({ token: LinkToken, newPassword: NewPassword }),
  reply: Nothing,
})

/**
 * Fails with the same error as `resetPassword` would. Does not use up the link. The token is posted,
 * because proxies log addresses.
 */
export const checkResetLink = endpoint({
  method: 'POST',
  path: '/api/auth/check-reset-link',
  summary: 'Check whether a password reset link is still valid',
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

/** From then on the dashboard counts days in this time zone. */
export const setTimeZone = endpoint({
  method: 'PATCH',
  path: '/api/settings/time-zone',
  summary: 'Set the user’s time zone',
  input: z.object({ timeZone: z.string().check(z.maxLength(64)) }),
  reply: Nothing,
})
