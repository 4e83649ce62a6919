import * as contract from '@doorman/contract/billing'
import { loadBillingInfo } from '@doorman/services/billing/load-billing-info'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'

export function billingRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, contract.loadBillingInfo, async (_input, { actor }) => {
    const info = await loadBillingInfo(ctx, actor)
    return {
      accountType: info.plan,
      subscriptionStatus: info.subscriptionStatus,
      subscriptionPlan: info.interval,
      trialDaysLeft: info.trialDaysLeft,
      trialEndDate: info.trialEndsAt?.toISOString() ?? null,
      subscriptionEndDate: info.subscriptionEndsAt?.toISOString() ?? null,
      emailAddressLimit: info.mailboxLimit,
    }
  })
}
