import type { Consent } from '@doorman/mail/consent'
import type { IdentityProvider } from '@doorman/mail/identity-provider'
import type { Mailbox } from '@doorman/mail/mailbox'

/** Decides whether a call is made, and sees its result. */
export type Guard = <Result>(call: () => Promise<Result>) => Promise<Result>

/** A mailbox that asks the guard before every call to the provider. */
export function guardMailbox(mailbox: Mailbox, guard: Guard): Mailbox {
  const { replies, push } = mailbox
  const { renew } = push
  return {
    listInbox: (range) => guard(() => mailbox.listInbox(range)),
    listChanges: (cursor) => guard(() => mailbox.listChanges(cursor)),
    loadMessage: (id) => guard(() => mailbox.loadMessage(id)),
    loadMessages: (ids) => guard(() => mailbox.loadMessages(ids)),
    move: (id, to) => guard(() => mailbox.move(id, to)),
    moveMessages: (ids, to) => guard(() => mailbox.moveMessages(ids, to)),
    listSent: (cursor) => guard(() => mailbox.listSent(cursor)),
    countSent: () => guard(() => mailbox.countSent()),
    locateMessages: (ids) => guard(() => mailbox.locateMessages(ids)),
    hasUserSent: (query) => guard(() => mailbox.hasUserSent(query)),
    countKeptMessages: (earlier) => guard(() => mailbox.countKeptMessages(earlier)),
    findWebLink: (id) => guard(() => mailbox.findWebLink(id)),
    listOwnAddresses: () => guard(() => mailbox.listOwnAddresses()),
    replies: {
      createDraft: (reply) => guard(() => replies.createDraft(reply)),
      sendDraft: (draft, reply) => guard(() => replies.sendDraft(draft, reply)),
      resolveDraft: (draft) => guard(() => replies.resolveDraft(draft)),
      discardDraft: (reply) => guard(() => replies.discardDraft(reply)),
    },
    push: {
      renew: renew && ((current) => guard(() => renew(current))),
      stop: (current) => guard(() => push.stop(current)),
    },
  }
}

/**
 * Guards the calls that a user or a job waits for. A mailbox refreshes its tokens within a guarded
 * call, so it needs a consent without the guard: a second guard would refuse the refresh of a
 * probe.
 */
export function guardConsent(consent: Consent, guard: Guard): Consent {
  return {
    toAuthorizationUrl: (request) => consent.toAuthorizationUrl(request),
    readRefusal: (callback) => consent.readRefusal(callback),
    toAdminConsentUrl: (request) => consent.toAdminConsentUrl(request),
    redeemCode: (callback) => guard(() => consent.redeemCode(callback)),
    refresh: (refreshToken) => guard(() => consent.refresh(refreshToken)),
    revoke: (refreshToken) => guard(() => consent.revoke(refreshToken)),
  }
}

export function guardIdentity(provider: IdentityProvider, guard: Guard): IdentityProvider {
  return {
    toAuthorizationUrl: (request) => provider.toAuthorizationUrl(request),
    redeemCode: (callback) => guard(() => provider.redeemCode(callback)),
  }
}
