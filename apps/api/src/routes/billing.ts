import { loadBillingInfo as billingInfo } from '@doorman/contract/billing'
import * as contract from '@doorman/contract/subscriptions'
import { finishCheckout } from '@doorman/services/billing/finish-checkout'
import { listReceipts } from '@doorman/services/billing/list-receipts'
import { loadBillingInfo } from '@doorman/services/billing/load-billing-info'
import { openPortal } from '@doorman/services/billing/open-portal'
import { startCheckout } from '@doorman/services/billing/start-checkout'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'

export function billingRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, billingInfo, async (_input, { actor }) => {
    const info = await loadBillingInfo(ctx, actor)
    return {
      accountType: info.plan,
      subscriptionStatus: info.subscriptionStatus,
      subscriptionPlan: info.interval,
      trialDaysLeft: info.trialDaysLeft,
      trialEndDate: info.trialEndsAt?.toISOString() ?? null,
      subscriptionEndDate: info.subscriptionEndsAt?.toISOString() ?? null,
      cancelDate: info.cancelsAt?.toISOString() ?? null,
      graceEndDate: info.graceEndsAt?.toISOString() ?? null,
      canSubscribe: info.canSubscribe,
      hasPortal: info.hasPortal,
      emailAddressLimit: info.mailboxLimit,
    }
  })

  route(app, contract.createSubscription, async ({ plan }, { actor }) => {
    const { url } = await startCheckout(ctx, actor, { interval: plan })
    return { sessionUrl: url }
  })

  route(app, contract.openBillingPortal, async (_input, { actor }) => {
    const { url } = await openPortal(ctx, actor)
    return { portalUrl: url }
  })

  route(app, contract.finishCheckout, async ({ sessionId }, { actor }) => {
    const { isActive, purchase } = await finishCheckout(ctx, actor, { checkoutId: sessionId })
    return { isActive, purchase: purchase && { plan: purchase } }
  })

  route(app, contract.listReceipts, async (_input, { actor }) => {
    const receipts = await listReceipts(ctx, actor)
    return {
      sellerEmail: ctx.contactEmail,
      receipts: receipts.map((receipt) => ({
        id: receipt.providerInvoiceId,
        number: receipt.number,
        amountCents: receipt.amountCents,
        currency: receipt.currency,
        plan: receipt.interval,
        periodStart: receipt.periodStartsAt.toISOString(),
        periodEnd: receipt.periodEndsAt.toISOString(),
        paidAt: receipt.paidAt.toISOString(),
      })),
    }
  })
}
