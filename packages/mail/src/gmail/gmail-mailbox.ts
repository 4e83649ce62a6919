import type { Mailbox } from '../mailbox.ts'
import { withCallTimeout } from '../http/call-timeout.ts'
import { createGmailApi, type GmailApi, type GmailOptions } from './api/gmail-api.ts'
import { listChanges, listInbox } from './changes/changes.ts'
import { loadMessage, loadMessages } from './load-message.ts'
import { locateMessages } from './locate-messages.ts'
import { moveMessage, moveMessages } from './move-message.ts'
import { listOwnAddresses } from './own-addresses.ts'
import { renewPush, stopPush } from './push/watch.ts'
import { createDraft, discardDraft, resolveDraft, sendDraft } from './replies/drafts.ts'
import { countKeptMessages } from './search/kept-messages.ts'
import { hasUserSent } from './sent/has-user-sent.ts'
import { countSent, listSent } from './sent/list-sent.ts'
import { createSetAsideLabel } from './set-aside-label.ts'
import { findWebLink } from './web-link.ts'

export type GmailMailboxOptions = GmailOptions & {
  /** The Pub/Sub topic for push notifications, `projects/…/topics/…`. `null` turns push off. */
  readonly pushTopic: string | null
  /** Gmail's web mail, or a simulator. No slash at the end. */
  readonly webUrl?: string
}

/**
 * One Gmail mailbox. Create one object per mailbox and process: it counts the mailbox's quota and
 * keeps concurrent moves from creating the label twice.
 */
export function createGmailMailbox(options: GmailMailboxOptions): Mailbox {
  const { clock, pushTopic, webUrl = 'https://mail.google.com' } = options
  const openApi = createGmailApi(options)
  const label = createSetAsideLabel()

  function run<Result>(call: (api: GmailApi) => Promise<Result>): Promise<Result> {
    return withCallTimeout(clock, (signal) => call(openApi(signal)))
  }

  return {
    listInbox: (range) => run((api) => listInbox(api, range)),
    listChanges: (cursor) => run((api) => listChanges(api, label, cursor)),
    loadMessage: (id) => run((api) => loadMessage(api, label, id)),
    loadMessages: (ids) => run((api) => loadMessages(api, label, ids)),
    move: (id, to) => run((api) => moveMessage(api, label, id, to)),
    moveMessages: (ids, to) => run((api) => moveMessages(api, label, ids, to)),
    listSent: (cursor) => run((api) => listSent(api, cursor)),
    countSent: () => run(countSent),
    hasUserSent: (query) => run((api) => hasUserSent(api, query)),
    countKeptMessages: (earlier) => run((api) => countKeptMessages(api, label, earlier)),
    locateMessages: (ids) => run((api) => locateMessages(api, label, ids)),
    findWebLink: (id) => run((api) => findWebLink(api, webUrl, id)),
    listOwnAddresses: () => run(listOwnAddresses),
    replies: {
      createDraft: (reply) => run((api) => createDraft(api, reply, clock.now())),
      sendDraft: (draft) => run((api) => sendDraft(api, draft)),
      resolveDraft: (draft) => run((api) => resolveDraft(api, draft)),
      discardDraft: (reply) => run((api) => discardDraft(api, reply)),
    },
    push: {
      renew: pushTopic === null ? null : () => run((api) => renewPush(api, pushTopic)),
      stop: () => run(stopPush),
    },
  }
}
