import { answerEmpty, type Answer } from '../graph/answers.ts'
import { badRequest } from '../graph/graph-error.ts'
import type { Call, Route } from '../graph/route.ts'
import { recordDraft } from './drafts.ts'
import { loadFolder } from './folders.ts'
import { loadMessage, toMessageRoutes } from './message-routes.ts'

export const permanentDeleteRoutes: readonly Route[] = [
  ...toMessageRoutes('POST', '/permanentDelete', {
    scope: 'Mail.ReadWrite',
    handle: removeMessage,
  }),
  {
    method: 'POST',
    path: 'me/mailFolders/{folder}/permanentDelete',
    scope: 'Mail.ReadWrite',
    handle: removeFolder,
  },
]

/** https://learn.microsoft.com/graph/api/message-permanentdelete */
function removeMessage(call: Call): Answer {
  const message = loadMessage(call)
  call.store.remove(message.id)
  if (message.folders.has('drafts')) recordDraft(call, message, 'deleted')
  return answerEmpty(204)
}

/** With its messages (https://learn.microsoft.com/graph/api/mailfolder-permanentdelete). */
function removeFolder({ store, param }: Call): Answer {
  const { id, storeFolder } = loadFolder(store, param('folder'))
  const isOwn = store.userFolders.some((folder) => folder.id === id)
  if (!isOwn) throw badRequest('Distinguished folders cannot be deleted.')
  for (const message of store.list(storeFolder)) store.remove(message.id)
  store.removeUserFolder(id)
  return answerEmpty(204)
}
