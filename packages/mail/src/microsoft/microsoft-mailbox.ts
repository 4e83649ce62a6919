import type { MailId, Mailbox, ReceivedMail } from '../mailbox.ts'
import { withinTimeLimit } from '../time-limit.ts'
import { listChanges, listInbox } from './changes.ts'
import { createFolders, type Folders } from './folders.ts'
import { createGraph, toQuery, type Graph, type GraphOptions } from './graph.ts'
import { readText } from './json.ts'
import { countKept } from './kept.ts'
import { move } from './move.ts'
import { listOwnAddresses } from './own-addresses.ts'
import { renewPush, stopPush, type PushSettings } from './push.ts'
import { receivedMailFields, toReceivedMail } from './received-mail.ts'
import { draftReply, sendDraft, settleDraft } from './replies.ts'
import { hasSent } from './sent.ts'

/**
 * A mailbox at Outlook, by Microsoft Graph. It keeps the pace that Graph asks
 * for, so there is one of these for a mailbox, however many use it.
 */
export function createMicrosoftMailbox(
  options: GraphOptions & { readonly push: PushSettings },
): Mailbox {
  const { clock, push } = options
  const connect = createGraph(options)
  const folders = createFolders()
  const call = <Result>(run: (graph: Graph) => Promise<Result>) =>
    withinTimeLimit(clock, (signal) => run(connect(signal)))

  return {
    listInbox: (range) => call((graph) => listInbox(graph, folders, range)),
    listChanges: (cursor) => call((graph) => listChanges(graph, folders, cursor)),
    loadMail: (id) => call((graph) => loadMail(graph, folders, id)),
    move: (id, to) => call((graph) => move(graph, folders, id, to)),
    hasSent: (what) => call((graph) => hasSent(graph, what)),
    countKept: (earlier) => call((graph) => countKept(graph, folders, earlier)),
    listOwnAddresses: () => call(listOwnAddresses),
    replies: {
      draft: (reply) => call((graph) => draftReply(graph, reply)),
      send: (draft, reply) => call((graph) => sendDraft(graph, draft, reply)),
      settle: (draft) => call((graph) => settleDraft(graph, draft)),
    },
    push: {
      renew: (current) => call((graph) => renewPush(graph, push, current, clock.now())),
      stop: (current) => call((graph) => stopPush(graph, push, current)),
    },
  }
}

async function loadMail(graph: Graph, folders: Folders, id: MailId): Promise<ReceivedMail> {
  const query = toQuery({ $select: ['parentFolderId', ...receivedMailFields].join() })
  const json = await graph.get(`me/messages/${encodeURIComponent(id)}?${query}`)
  return toReceivedMail(json, await folders.findPlace(graph, readText(json, 'parentFolderId')))
}
