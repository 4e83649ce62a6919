import * as contract from '@doorman/contract/filter-settings'
import type { Actor } from '@doorman/services/ports/actor'
import type { Context } from '@doorman/services/ports/context'
import { addToWhitelist } from '@doorman/services/filter-settings/add-to-whitelist'
import { eraseLessons } from '@doorman/services/filter-settings/erase-lessons'
import { removeSenderReputation } from '@doorman/services/filter-settings/remove-sender-reputation'
import { listSenderReputations } from '@doorman/services/filter-settings/list-sender-reputations'
import { listWhitelist } from '@doorman/services/filter-settings/list-whitelist'
import { removeFromWhitelist } from '@doorman/services/filter-settings/remove-from-whitelist'
import { setFilterSwitch } from '@doorman/services/filter-settings/set-filter-switch'
import { setObserveOnly } from '@doorman/services/filter-settings/set-observe-only'
import { trustSender } from '@doorman/services/filter-settings/trust-sender'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'

const switches = [
  [contract.setFilterRecruiters, 'filterRecruiters'],
  [contract.setFilterInvestors, 'filterInvestors'],
  [contract.setAutoReply, 'autoReplyEnabled'],
] as const

export function filterSettingsRoutes(app: FastifyInstance, ctx: Context): void {
  const whitelistOf = async (actor: Actor) => ({ domains: await listWhitelist(ctx, actor) })

  for (const [endpoint, name] of switches)
    route(app, endpoint, async ({ enabled }, { actor }) => {
      await setFilterSwitch(ctx, actor, { name, isOn: enabled })
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

  route(app, contract.listSenders, async (input, { actor }) =>
    (await listSenderReputations(ctx, actor, input)).map((sender) => ({
      ...sender,
      setAt: sender.setAt.toISOString(),
    })),
  )

  route(app, contract.trustSender, async ({ address }, { actor }) => {
    await trustSender(ctx, actor, { entered: address })
    return {}
  })

  route(app, contract.forgetSender, async ({ address }, { actor }) => {
    await removeSenderReputation(ctx, actor, { address })
    return {}
  })

  route(app, contract.eraseLessons, async (_input, { actor }) => {
    await eraseLessons(ctx, actor)
    return {}
  })
}
