import { scopesFor } from '../oauth/scopes.ts'
import { unitCosts } from './quota-units.ts'
import type { Route } from './route.ts'

export const watchRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'watch',
    scopes: scopesFor.watching,
    units: unitCosts.watch,
    body: { topicName: 'string', labelIds: 'strings', labelFilterBehavior: 'string' },
    handle: ({ gmail, store, grant, body }) => gmail.watches.start(store, grant, body),
  },
  {
    method: 'POST',
    path: 'stop',
    scopes: scopesFor.watching,
    units: unitCosts.stop,
    handle: ({ gmail, store }) => {
      gmail.watches.stop(store)
      return null
    },
  },
]
