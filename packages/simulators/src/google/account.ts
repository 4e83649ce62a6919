import type { Route } from './route.ts'
import { opens } from './scopes.ts'
import { costs } from './units.ts'

export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'profile',
    scopes: opens.profile,
    units: costs.getProfile,
    answer: ({ store }) => ({
      emailAddress: store.address,
      messagesTotal: store.size,
      threadsTotal: new Set([...store.list()].map(({ threadId }) => threadId)).size,
      historyId: String(store.newestChangeId),
    }),
  },
  {
    method: 'GET',
    path: 'settings/sendAs',
    scopes: opens.readingSettings,
    units: costs.listSendAs,
    /** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.sendAs: the primary has no verification status. */
    answer: ({ store }) => ({
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
