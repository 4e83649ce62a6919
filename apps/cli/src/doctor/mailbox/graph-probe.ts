import { withCallTimeout } from '@doorman/mail/http/call-timeout'
import type { DraftId, ProviderMessageId } from '@doorman/mail/mailbox'
import {
  createGraph,
  toQuery,
  type Graph,
  type GraphOptions,
} from '@doorman/mail/microsoft/graph/graph'
import { GraphError, isGone } from '@doorman/mail/microsoft/graph/graph-error'
import { findText, listJson, readText, type Json } from '@doorman/mail/microsoft/graph/json'
import { hourMs } from '@doorman/domain/time'
import { randomUUID } from 'node:crypto'
import type { MailboxProbe } from './mailbox-probe.ts'

/** Almost no mailbox has more folders. */
const maxFolders = 1000

/** https://learn.microsoft.com/graph/api/resources/mail-api-overview */
export function createGraphProbe(
  options: GraphOptions & { readonly publicUrl: string },
): MailboxProbe {
  const { clock, publicUrl } = options
  const connect = createGraph(options)
  const run = <Result>(call: (graph: Graph) => Promise<Result>) =>
    withCallTimeout(clock, (signal) => call(connect(signal)))

  return {
    folderWord: 'folder',
    async listFolders() {
      const query = toQuery({ $select: 'displayName', $top: '100' })
      const { items } = await run((graph) => graph.list(`me/mailFolders?${query}`, maxFolders))
      return items.map(toFolder)
    },
    async createFolder(displayName) {
      return toFolder(await run((graph) => graph.post('me/mailFolders', { displayName })))
    },
    removeFolder: (id) => run((graph) => removeForGood(graph, `me/mailFolders/${toPart(id)}`)),
    async loadHeaders(id) {
      const message = await run((graph) =>
        graph.get(`${toPath(id)}?$select=internetMessageHeaders`),
      )
      return listJson(message, 'internetMessageHeaders').map((header) => [
        findText(header, 'name') ?? '',
        findText(header, 'value') ?? '',
      ])
    },
    async findDraftMessageId(draft) {
      const message = await run((graph) => graph.get(`${toPath(draft)}?$select=internetMessageId`))
      return findText(message, 'internetMessageId')
    },
    removeDraft: (draft) => run((graph) => removeForGood(graph, toPath(draft))),
    draftInUnknownThread: async () => ({ kind: 'not-tried' }),
    async searchFindsSentTo(address) {
      const query = toQuery({ $search: `"recipients:${address}"`, $select: 'id', $top: '1' })
      const found = await run((graph) => graph.get(`me/mailFolders/sentitems/messages?${query}`))
      return listJson(found, 'value').length > 0
    },
    async subscribeForCheck() {
      const subscription = await run((graph) =>
        graph.post('subscriptions', {
          // Causes no notification, as no draft is deleted during the check. Graph would refuse the
          // inbox: it allows one subscription, which is Doorman's.
          resource: "me/mailFolders('drafts')/messages",
          changeType: 'deleted',
          notificationUrl: `${publicUrl}/api/webhooks/microsoft`,
          lifecycleNotificationUrl: `${publicUrl}/api/webhooks/microsoft-lifecycle`,
          clientState: randomUUID(),
          expirationDateTime: new Date(clock.now().getTime() + hourMs).toISOString(),
        }),
      )
      return { id: readText(subscription, 'id') }
    },
    unsubscribe: (id) => run((graph) => graph.delete(`subscriptions/${toPart(id)}`)),
  }
}

/**
 * `DELETE` moves a message or a folder to Deleted Items, and a second one removes it from there. It
 * is for clouds that lack `permanentDelete`.
 * https://learn.microsoft.com/graph/api/message-permanentdelete
 */
async function removeForGood(graph: Graph, path: string): Promise<void> {
  try {
    await graph.post(`${path}/permanentDelete`, {})
  } catch (error) {
    const isUnknown = error instanceof GraphError && error.status >= 400 && error.status < 405
    if (!isUnknown) throw error
    await graph.delete(path)
    await graph.delete(path).catch((second: unknown) => {
      if (!isGone(second)) throw second
    })
  }
}

function toFolder(folder: Json) {
  return { id: readText(folder, 'id'), name: findText(folder, 'displayName') ?? '' }
}

function toPath(id: ProviderMessageId | DraftId): string {
  return `me/messages/${toPart(id)}`
}

function toPart(id: string): string {
  return encodeURIComponent(id)
}
