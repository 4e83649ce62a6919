import type { Mailbox } from '../mailbox.ts'
import { withCallTimeout } from '../http/call-timeout.ts'
import { listChanges, listInbox } from './changes/changes.ts'
import { createFolders } from './folders.ts'
import { createGraph, type Graph, type GraphOptions } from './graph/graph.ts'
import { countKeptMessages } from './kept-messages.ts'
import { loadMessage, loadMessages } from './load-message.ts'
import { locateMessages } from './locate-messages.ts'
import { moveMessage, moveMessages } from './move-message.ts'
import { listOwnAddresses } from './own-addresses.ts'
import { renewPush, stopPush, type PushSettings } from './push/subscriptions.ts'
import { createDraft, discardDraft, resolveDraft, sendDraft } from './replies/drafts.ts'
import { countSent, createSentList } from './sent/sent-messages.ts'
import { findWebLink } from './web-link.ts'

/**
 * One Microsoft mailbox, through Graph. Create one object per mailbox and process: it keeps within
 * Graph's rate limits and keeps concurrent moves from creating the folder twice.
 */
export function createMicrosoftMailbox(
  options: GraphOptions & { readonly push: PushSettings },
): Mailbox {
  const { clock, push } = options
  const connect = createGraph(options)
  const folders = createFolders()
  const listSent = createSentList()
  const call = <Result>(run: (graph: Graph) => Promise<Result>) =>
    withCallTimeout(clock, (signal) => run(connect(signal)))

  return {
    listInbox: (range) => call((graph) => listInbox(graph, folders, range, clock.now())),
    listChanges: (cursor) => call((graph) => listChanges(graph, folders, cursor, clock.now())),
    loadMessage: (id) => call((graph) => loadMessage(graph, folders, id)),
    loadMessages: (ids) => call((graph) => loadMessages(graph, folders, ids)),
    move: (id, to) => call((graph) => moveMessage(graph, folders, id, to)),
    moveMessages: (ids, to) => call((graph) => moveMessages(graph, folders, ids, to)),
    listSent: (cursor) => call((graph) => listSent(graph, cursor)),
    countSent: () => call(countSent),
    // On personal accounts a search for recipients often finds nothing, on others it lags.
    hasUserSent: async () => 'unknown',
    countKeptMessages: (earlier) => call((graph) => countKeptMessages(graph, folders, earlier)),
    locateMessages: (ids) => call((graph) => locateMessages(graph, folders, ids)),
    findWebLink: (id) => call((graph) => findWebLink(graph, id)),
    listOwnAddresses: () => call(listOwnAddresses),
    replies: {
      createDraft: (reply) => call((graph) => createDraft(graph, reply)),
      sendDraft: (draft, reply) => call((graph) => sendDraft(graph, draft, reply)),
      resolveDraft: (draft) => call((graph) => resolveDraft(graph, draft)),
      discardDraft: (reply) => call((graph) => discardDraft(graph, reply)),
    },
    push: {
      renew: (current) => call((graph) => renewPush(graph, push, current, clock.now())),
      stop: (current) => call((graph) => stopPush(graph, push, current)),
    },
  }
}
