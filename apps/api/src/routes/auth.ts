import * as contract from '@doorman/contract/auth'
import * as firstPassword from '@doorman/contract/first-password'
import { login } from '@doorman/contract/login'
import type { Context } from '@doorman/services/ports/context'
import type { SetCookies } from '@doorman/services/ports/login'
import { changePassword } from '@doorman/services/users/change-password'
import { checkResetLink } from '@doorman/services/users/check-reset-link'
import { checkSetPasswordLink } from '@doorman/services/users/check-set-password-link'
import { confirmPassword } from '@doorman/services/users/confirm-password'
import { deleteUser } from '@doorman/services/users/delete-user'
import { loadCurrentUser, type CurrentUser } from '@doorman/services/users/load-current-user'
import { registerUser } from '@doorman/services/users/register-user'
import { requestPasswordReset } from '@doorman/services/users/request-password-reset'
import { requestSetPasswordLink } from '@doorman/services/users/request-set-password-link'
import { resendVerification } from '@doorman/services/users/resend-verification'
import { resetPassword } from '@doorman/services/users/reset-password'
import { setFirstPassword } from '@doorman/services/users/set-first-password'
import { setTimeZone } from '@doorman/services/users/set-time-zone'
import { signIn } from '@doorman/services/users/sign-in'
import { verifyEmail } from '@doorman/services/users/verify-email'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { route, visitorOf } from '../http/route.ts'
import { toShownUser } from '../http/shown-user.ts'

/** Public calls: registration, login and the links in our emails. */
export function publicAuthRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, login, async (input, request, reply) => {
    const { cookies, secondFactor } = await signIn(ctx, visitorOf(request), input)
    setCookies(reply, cookies)
    return secondFactor.length === 0 ? {} : { secondFactor: [...secondFactor] }
  })

  route(app, contract.register, async (input, request, reply) => {
    setCookies(reply, await registerUser(ctx, visitorOf(request), input))
    return {}
  })

  route(app, contract.logout, async (_input, request, reply) => {
    leave(reply, await ctx.login.signOut(visitorOf(request)))
    return {}
  })

  route(app, contract.requestPasswordReset, async (input, request) => {
    await requestPasswordReset(ctx, visitorOf(request), input)
    return {}
  })

  route(app, contract.resetPassword, async (input, request, reply) => {
    setCookies(reply, await resetPassword(ctx, visitorOf(request), input))
    return {}
  })

  route(app, contract.checkResetLink, async (input, request) => {
    await checkResetLink(ctx, visitorOf(request), input)
    return {}
  })

  route(app, firstPassword.setFirstPassword, async (input, request, reply) => {
    setCookies(reply, await setFirstPassword(ctx, visitorOf(request), input))
    return {}
  })

  route(app, firstPassword.checkSetPasswordLink, async (input, request) => {
    await checkSetPasswordLink(ctx, visitorOf(request), input)
    return {}
  })

  route(app, contract.verifyEmail, async (input, request) => {
    await verifyEmail(ctx, visitorOf(request), input)
    return {}
  })
}

/** Calls for signed-in users. */
export function signedInAuthRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadCurrentUser, async (_input, { actor }) => {
    const user = {
      ...toCurrentUser(await loadCurrentUser(ctx, actor)),
      shownUser: toShownUser(actor),
    }
    if (actor.viewEndedBy) return { ...user, viewHasEnded: true as const }
    return actor.viewerId === undefined
      ? user
      : { ...user, viewingAsUser: { viewingUserEmail: user.email } }
  })

  route(app, contract.confirmPassword, async (input, { actor }) => {
    await confirmPassword(ctx, actor, input)
    return {}
  })

  route(app, contract.changePassword, async (input, request, reply) => {
    setCookies(reply, await changePassword(ctx, request.actor, visitorOf(request), input))
    return {}
  })

  route(app, firstPassword.requestSetPasswordLink, async (_input, { actor }) => {
    await requestSetPasswordLink(ctx, actor)
    return {}
  })

  route(app, contract.deleteAccount, async (input, request, reply) => {
    await deleteUser(ctx, request.actor, input)
    leave(reply, [...(await ctx.login.signOut(visitorOf(request))), ...ctx.devices.forget()])
    return {}
  })

  route(app, contract.setTimeZone, async (input, { actor }) => {
    await setTimeZone(ctx, actor, input)
    return {}
  })

  route(app, contract.resendVerification, async (_input, { actor }) => {
    await resendVerification(ctx, actor)
    return {}
  })
}

/** Converts a user to the API's format. */
function toCurrentUser(user: CurrentUser) {
  return {
    ...user,
    isVerified: user.emailVerified,
    trialEndDate: user.trialEndsAt?.toISOString() ?? null,
  }
}

function setCookies(reply: FastifyReply, cookies: SetCookies): void {
  reply.header('set-cookie', cookies)
}

/** Makes the browser delete these cookies and its cached pages. */
function leave(reply: FastifyReply, cookies: SetCookies): void {
  setCookies(reply, cookies)
  reply.header('clear-site-data', '"cache"')
}
