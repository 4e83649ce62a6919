import * as contract from '@doorman/contract/own-data'
import { AppError } from '@doorman/domain/app-error'
import { openExport } from '@doorman/services/own-data/open-export'
import type { Context } from '@doorman/services/ports/context'
import { cancelAddressChange } from '@doorman/services/users/address-change/cancel-address-change'
import { checkAddressLink } from '@doorman/services/users/address-change/check-address-link'
import { confirmAddressChange } from '@doorman/services/users/address-change/confirm-address-change'
import { loadAddressChange } from '@doorman/services/users/address-change/load-address-change'
import { requestAddressChange } from '@doorman/services/users/address-change/request-address-change'
import { createExportLink } from '@doorman/services/users/create-export-link'
import { listDevices } from '@doorman/services/users/devices/list-devices'
import { signOutDevice } from '@doorman/services/users/devices/sign-out-device'
import { signOutOtherDevices } from '@doorman/services/users/devices/sign-out-other-devices'
import type { FastifyInstance } from 'fastify'
import { streamExport } from '../exports/stream-export.ts'
import { route, visitorOf } from '../http/route.ts'

/** What signed-in users do with their address, devices and data. */
export function ownDataRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.requestExport, async (input, { actor }) => {
    const { token, expiresAt } = await createExportLink(ctx, actor, input)
    const query = new URLSearchParams({ token })
    const url = `${ctx.publicUrl}${contract.requestExport.path}?${query}`
    return { url, expiresAt: expiresAt.toISOString() }
  })

  route(app, contract.loadAddressChange, async (_input, { actor }) => {
    const change = await loadAddressChange(ctx, actor)
    return {
      pending: change && {
        newEmail: change.newEmail,
        expiresAt: change.expiresAt.toISOString(),
        isOldConfirmed: change.oldConfirmedAt !== null,
        isNewConfirmed: change.newConfirmedAt !== null,
      },
    }
  })

  route(app, contract.requestAddressChange, async (input, { actor }) => {
    await requestAddressChange(ctx, actor, input)
    return {}
  })

  route(app, contract.cancelAddressChange, async (_input, { actor }) => {
    await cancelAddressChange(ctx, actor)
    return {}
  })

  route(app, contract.listDevices, async (_input, { actor }) => {
    const devices = await listDevices(ctx, actor)
    return {
      devices: devices.map(({ signedInAt, lastUsedAt, id, ...device }) => ({
        ...device,
        id: contract.Device.shape.id.parse(id),
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    }
  })

  route(app, contract.signOutDevice, async (input, { actor }) => {
    await signOutDevice(ctx, actor, input)
    return {}
  })

  route(app, contract.signOutOtherDevices, async (_input, { actor }) => {
    await signOutOtherDevices(ctx, actor)
    return {}
  })
}

/** Each export holds a connection to the database until the browser has read it. */
const maxExports = 3

/**
 * Downloads. The browser opens the address itself, so a refusal sends it to a page that explains it;
 * programs get the status and the message.
 */
export function exportDownloadRoutes(app: FastifyInstance, ctx: Context): void {
  let running = 0

  app.setErrorHandler((error, { headers }, reply) => {
    const isPageView = headers.accept?.includes('text/html') === true
    if (!(error instanceof AppError) || !isPageView) throw error
    const isSignedOut = error.code === 'unauthenticated'
    return reply.redirect(isSignedOut ? '/login' : '/account-settings?export=unusable', 303)
  })

  app.get<{ Querystring: Record<string, unknown> }>(
    contract.requestExport.path,
    // HEAD would use up the link.
    { exposeHeadRoute: false },
    async ({ actor, query: { token } }, reply) => {
      if (running >= maxExports)
        throw new AppError('unavailable', 'Several exports are running. Try again in a minute.', {
          retryAfterMs: 60_000,
        })
      // Counted before the await. Otherwise simultaneous requests would all pass the check above.
      running += 1
      const format = await openExport(ctx, actor, { token: String(token) }).catch((error) => {
        running -= 1
        throw error
      })
      const { file, ended } = streamExport(ctx, actor.userId, format)
      void ended.finally(() => (running -= 1))
      const day = ctx.now().toISOString().slice(0, 10)
      const extension = format === 'json' ? 'json' : 'zip'
      return reply
        .type(format === 'json' ? 'application/json; charset=utf-8' : 'application/zip')
        .header('content-disposition', `attachment; filename="doorman-${day}.${extension}"`)
        .send(file)
    },
  )
}

/** The links in our emails, for everyone who has one. */
export function addressLinkRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.checkAddressLink, async (input, request) =>
    checkAddressLink(ctx, visitorOf(request), input),
  )
  route(app, contract.confirmAddressChange, async (input, request) =>
    confirmAddressChange(ctx, visitorOf(request), input),
  )
}
