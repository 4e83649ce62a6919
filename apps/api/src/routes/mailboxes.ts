import { moveObservedEmails } from '@doorman/contract/filtered-emails'
import * as contract from '@doorman/contract/mailboxes'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Context } from '@doorman/services/ports/context'
import { disconnectMailbox } from '@doorman/services/mailboxes/connecting/disconnect-mailbox'
import { listMailboxes, type ListedMailbox } from '@doorman/services/mailboxes/list-mailboxes'
import { loadAdminConsent } from '@doorman/services/mailboxes/connecting/load-admin-consent'
import { loadAuthGuide } from '@doorman/services/mailboxes/connecting/load-auth-guide'
import { moveObserved } from '@doorman/services/mailboxes/move-observed'
import { pauseMailbox } from '@doorman/services/mailboxes/pause-mailbox'
import { setActive } from '@doorman/services/mailboxes/set-active'
import { startConnection } from '@doorman/services/mailboxes/connecting/start-connection'
import { unpauseMailbox } from '@doorman/services/mailboxes/unpause-mailbox'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'

export function mailboxRoutes(app: FastifyInstance, ctx: Context): void {
  accountRoutes(app, ctx, 'gmail')
  accountRoutes(app, ctx, 'microsoft')

  route(app, contract.setActiveAccount, async ({ accountId, accountType }, { actor }) => {
    await setActive(ctx, actor, { provider: accountType, mailboxId: accountId })
    return {}
  })

  route(app, moveObservedEmails, async ({ id }, { actor }) => ({
    moved: await moveObserved(ctx, actor, { mailboxId: id }),
  }))

  route(app, contract.loadAdminConsent, async () => loadAdminConsent(ctx))

  route(app, contract.loadAuthGuide, async ({ provider }) => {
    const guide = await loadAuthGuide(ctx, { provider: provider === 'google' ? 'gmail' : provider })
    return { enabled: guide.isEnabled, videoUrl: guide.videoUrl }
  })
}

function accountRoutes(app: FastifyInstance, ctx: Context, provider: MailProvider): void {
  const calls = contract.accountCalls[provider]

  route(app, calls.list, async (_input, { actor }) =>
    (await listMailboxes(ctx, actor, { provider })).map(toConnectedAccount),
  )

  route(app, calls.connect, async ({ accountId, isObserveOnly }, { actor }) =>
    startConnection(ctx, actor, { provider, mailboxId: accountId, isObserveOnly }),
  )

  route(app, calls.pause, async ({ id }, { actor }) => {
    await pauseMailbox(ctx, actor, { provider, mailboxId: id })
    return {}
  })

  route(app, calls.unpause, async ({ id }, { actor }) => {
    await unpauseMailbox(ctx, actor, { provider, mailboxId: id })
    return {}
  })

  route(app, calls.disconnect, async ({ id }, { actor }) => {
    await disconnectMailbox(ctx, actor, { provider, mailboxId: id })
    return {}
  })
}

/** Converts a mailbox to the API's format. */
function toConnectedAccount(mailbox: ListedMailbox) {
  const isLookedAfter = mailbox.isActive && !mailbox.isPaused
  return {
    ...mailbox,
    email: mailbox.address,
    createdAt: mailbox.createdAt.toISOString(),
    lastSyncedAt: mailbox.lastCheckedAt?.toISOString() ?? null,
    nextCheckAt: (isLookedAfter && mailbox.nextCheckAt?.toISOString()) || null,
  }
}
