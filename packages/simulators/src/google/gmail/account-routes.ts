import { scopesFor } from '../oauth/scopes.ts'
import { checked } from './answers.ts'
import { unitCosts } from './quota-units.ts'
import type { Route } from './route.ts'
import { listSendAs } from './send-as.ts'

export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'profile',
    scopes: scopesFor.profile,
    units: unitCosts.getProfile,
    handle: ({ store }) =>
      checked.profile({
        emailAddress: store.address,
        messagesTotal: store.size,
        threadsTotal: new Set([...store.list()].map(({ threadId }) => threadId)).size,
        historyId: String(store.newestChangeId),
      }),
  },
  {
    method: 'GET',
    path: 'settings/sendAs',
    scopes: scopesFor.readingSettings,
    units: unitCosts.listSendAs,
    handle: ({ gmail, store }) => checked.sendAsList({ sendAs: listSendAs(gmail, store) }),
  },
]
