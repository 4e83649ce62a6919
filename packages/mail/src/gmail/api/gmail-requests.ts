import type { Method } from '../../http/transport.ts'
import type {
  Draft,
  HistoryPage,
  Label,
  Message,
  MessageList,
  Profile,
  SendAs,
} from './gmail-types.ts'

declare const answer: unique symbol

/** A call of one method of the API for the mailbox `me`. `Data` is what Gmail answers. */
export type GmailRequest<Data> = {
  readonly method: Method
  /** Below `/gmail/v1/users/me/`, with the query. */
  readonly path: string
  readonly body?: object
  /** The price of the call in quota. */
  readonly units: number
  readonly [answer]?: Data
}

/**
 * The API's methods and their prices. Google's documentation gives two prices for messages.modify
 * and for drafts. These are the higher.
 * https://developers.google.com/workspace/gmail/api/reference/quota
 */
export const gmail = {
  getProfile: () => get<Profile>(1, 'profile'),
  listLabels: () => get<{ readonly labels?: readonly Label[] }>(1, 'labels'),
  getLabel: (id: string) => get<Label>(1, `labels/${encodeURIComponent(id)}`),
  createLabel: (label: object) => post<Label>(5, 'labels', label),
  deleteLabel: (id: string) => remove(5, `labels/${encodeURIComponent(id)}`),
  listSendAs: () => get<{ readonly sendAs?: readonly SendAs[] }>(1, 'settings/sendAs'),
  listHistory: (query: {
    readonly startHistoryId: string
    readonly maxResults: number
    readonly pageToken?: string
  }) => get<HistoryPage>(2, 'history', query),
  listMessages: (query: {
    readonly q?: string
    readonly labelIds?: readonly string[]
    readonly includeSpamTrash?: boolean
    readonly maxResults: number
    readonly pageToken?: string
  }) => get<MessageList>(5, 'messages', query),
  getMessage: (
    id: string,
    query: {
      readonly format: 'full' | 'metadata' | 'minimal'
      readonly metadataHeaders?: readonly string[]
    },
  ) => get<Message>(20, `messages/${encodeURIComponent(id)}`, query),
  modifyMessage: (
    id: string,
    labels: { readonly addLabelIds: readonly string[]; readonly removeLabelIds: readonly string[] },
  ) => post<Message>(10, `messages/${encodeURIComponent(id)}/modify`, labels),
  listDrafts: (query: { readonly maxResults: number }) =>
    get<{ readonly drafts?: readonly Draft[] }>(5, 'drafts', query),
  getDraft: (id: string, query: { readonly format: 'metadata' | 'minimal' }) =>
    get<Draft>(20, `drafts/${encodeURIComponent(id)}`, query),
  createDraft: (draft: { readonly message: { readonly raw: string; readonly threadId: string } }) =>
    post<Draft>(10, 'drafts', draft),
  deleteDraft: (id: string) => remove(10, `drafts/${encodeURIComponent(id)}`),
  sendDraft: (id: string) => post<Message>(100, 'drafts/send', { id }),
  watch: (settings: object) => post<{ readonly expiration?: string }>(100, 'watch', settings),
  stop: (): GmailRequest<unknown> => ({ method: 'POST', path: 'stop', units: 50 }),
}

type QueryValue = string | number | boolean | readonly string[]

function get<Data>(
  units: number,
  path: string,
  query: Readonly<Record<string, QueryValue>> = {},
): GmailRequest<Data> {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  )
  const search = new URLSearchParams(parameters).toString()
  return { method: 'GET', path: search === '' ? path : `${path}?${search}`, units }
}

function remove(units: number, path: string): GmailRequest<unknown> {
  return { method: 'DELETE', path, units }
}

function post<Data>(units: number, path: string, body: object): GmailRequest<Data> {
  return { method: 'POST', path, body, units }
}
