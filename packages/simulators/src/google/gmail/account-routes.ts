import { scopesFor } from '../oauth/scopes.ts'
import { unitCosts } from './quota-units.ts'
import type { Route } from './route.ts'

export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'profile',
    scopes: scopesFor.profile,
    units: unitCosts.getProfile,
    handle: ({ store }) => ({
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
    /**
     * The primary address has no verification status
     * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.sendAs).
     */
    handle: ({ store }) => ({
      sendAs: store.addresses.map((address, index) => ({
        sendAsEmail: address,
        displayName: store.owner.name,
        replyToAddress: '',
        signature: '',
        ...(index === 0
          ? { isPrimary: true, isDefault: true }
          : { treatAsAlias: true, verificationStatus: 'accepted' }),
      })),
    }),
  },
]
