import * as contract from '@doorman/contract/filter-settings'
import type { Actor, Context } from '@doorman/services/context'
import { addToWhitelist } from '@doorman/services/filter-settings/add-to-whitelist'
import { eraseLessons } from '@doorman/services/filter-settings/erase-lessons'
import { forgetSender } from '@doorman/services/filter-settings/forget-sender'
import { listSenders } from '@doorman/services/filter-settings/list-senders'
import { listWhitelist } from '@doorman/services/filter-settings/list-whitelist'
import { removeFromWhitelist } from '@doorman/services/filter-settings/remove-from-whitelist'
import { setFilter } from '@doorman/services/filter-settings/set-filter'
import { setObserveOnly } from '@doorman/services/filter-settings/set-observe-only'
import type { FastifyInstance } from 'fastify'
import { route } from '../route.ts'

const switches = [
  [contract.setFilterRecruiters, 'filterRecruiters'],
  [contract.setFilterInvestors, 'filterInvestors'],
  [contract.setAutoReply, 'autoReplyEnabled'],
] as const

export function filterSettingsRoutes(app: FastifyInstance, ctx: Context): void {
  const whitelistOf = async (actor: Actor) => ({ domains: await listWhitelist(ctx, actor) })

  for (const [endpoint, name] of switches)
    route(app, endpoint, async ({ enabled }, { actor }) => {
      await setFilter(ctx, actor, { name, isOn: enabled })
      return {}
    })

  route(app, contract.listWhitelist, (_input, { actor }) => whitelistOf(actor))

  route(app, contract.addToWhitelist, async ({ domain }, { actor }) => {
    await addToWhitelist(ctx, actor, { entered: domain })
    return whitelistOf(actor)
  })

  route(app, contract.removeFromWhitelist, async ({ domain }, { actor }) => {
    await removeFromWhitelist(ctx, actor, { entered: domain })
    return whitelistOf(actor)
  })

  route(app, contract.setObserveOnly, async ({ id, enabled }, { actor }) => {
    await setObserveOnly(ctx, actor, { mailboxId: id, isOn: enabled })
    return {}
  })

  route(app, contract.listSenders, async ({ before }, { actor }) =>
    (await listSenders(ctx, actor, { before })).map((sender) => ({
      ...sender,
      settledAt: sender.settledAt.toISOString(),
    })),
  )

  route(app, contract.forgetSender, async ({ address }, { actor }) => {
    await forgetSender(ctx, actor, { address })
    return {}
  })

  route(app, contract.eraseLessons, async (_input, { actor }) => {
    await eraseLessons(ctx, actor)
    return {}
  })
}
