import * as contract from '@doorman/contract/first-scans'
import type { Context } from '@doorman/services/ports/context'
import { dismissFirstScan } from '@doorman/services/mailboxes/first-scans/dismiss-first-scan'
import { listFirstScans } from '@doorman/services/mailboxes/first-scans/list-first-scans'
import { undoFirstScan } from '@doorman/services/mailboxes/first-scans/undo-first-scan'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'

export function firstScanRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.listFirstScans, async (_input, { actor }) => {
    const scans = await listFirstScans(ctx, actor)
    return scans.map(({ mailboxId, address, kinds, senders, ...scan }) => ({
      ...scan,
      accountId: mailboxId,
      email: address,
      kinds: [...kinds],
      senders: [...senders],
    }))
  })

  route(app, contract.dismissFirstScan, async ({ accountId }, { actor }) => {
    await dismissFirstScan(ctx, actor, { mailboxId: accountId })
    return {}
  })

  route(app, contract.undoFirstScan, async ({ accountId, observeOnly }, { actor }) => ({
    ids: [...(await undoFirstScan(ctx, actor, { mailboxId: accountId, observeOnly }))],
  }))
}
