import * as contract from '@doorman/contract/second-factor'
import type { Context } from '@doorman/services/ports/context'
import type { SetCookies } from '@doorman/services/ports/login'
import {
  askForPasskey,
  giveCode,
  givePasskey,
  loadSecondStep,
} from '@doorman/services/users/second-factor/give-second-factor'
import { loadSecondFactor } from '@doorman/services/users/second-factor/load-second-factor'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@doorman/services/users/second-factor/passkeys'
import { replaceRecoveryCodes } from '@doorman/services/users/second-factor/replace-recovery-codes'
import {
  confirmTotp,
  removeTotp,
  setUpTotp,
} from '@doorman/services/users/second-factor/set-up-totp'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { route, visitorOf } from '../http/route.ts'

/** The second step of a sign-in. The cookie of the pending sign-in says whose it is. */
export function secondStepRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadSecondStep, async (_input, request) => ({
    secondFactor: [...(await loadSecondStep(ctx, visitorOf(request)))],
  }))

  route(app, contract.giveCode, async (input, request, reply) =>
    signIn(reply, await giveCode(ctx, visitorOf(request), input)),
  )

  route(app, contract.askForPasskey, async (_input, request) => ({
    options: await askForPasskey(ctx, visitorOf(request)),
  }))

  route(app, contract.givePasskey, async (input, request, reply) =>
    signIn(reply, await givePasskey(ctx, visitorOf(request), input)),
  )
}

/** A user's own second factors. */
export function secondFactorRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadSecondFactor, async (_input, { actor }) => {
    const { passkeys, ...state } = await loadSecondFactor(ctx, actor)
    return {
      ...state,
      passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
        ...passkey,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    }
  })

  route(app, contract.setUpTotp, async (input, { actor }) => setUpTotp(ctx, actor, input))

  route(app, contract.confirmTotp, async (input, { actor }) => ({
    recoveryCodes: [...(await confirmTotp(ctx, actor, input))],
  }))

  route(app, contract.removeTotp, async (input, { actor }) => {
    await removeTotp(ctx, actor, input)
    return {}
  })

  route(app, contract.replaceRecoveryCodes, async (input, { actor }) => ({
    recoveryCodes: [...(await replaceRecoveryCodes(ctx, actor, input))],
  }))

  route(app, contract.startPasskey, async (input, { actor }) => ({
    options: await startPasskey(ctx, actor, input),
  }))

  route(app, contract.addPasskey, async (input, { actor }) => ({
    recoveryCodes: [...(await addPasskey(ctx, actor, input))],
  }))

  route(app, contract.renamePasskey, async (input, { actor }) => {
    await renamePasskey(ctx, actor, input)
    return {}
  })

  route(app, contract.removePasskey, async (input, { actor }) => {
    await removePasskey(ctx, actor, input)
    return {}
  })
}

function signIn(reply: FastifyReply, cookies: SetCookies): Record<string, never> {
  reply.header('set-cookie', cookies)
  return {}
}
