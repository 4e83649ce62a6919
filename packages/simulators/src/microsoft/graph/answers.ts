import type {
  ChangeNotificationCollection,
  MailFolder,
  Message,
  PublicError,
  Subscription,
  User,
} from '@microsoft/microsoft-graph-types'

declare const isTyped: unique symbol

/**
 * A response of Graph whose body Microsoft's own types have checked. Only the functions below make
 * one: a field that Microsoft doesn't know fails the type check.
 */
export type Answer = Response & { readonly [isTyped]: true }

/**
 * `Given`, unless it has a field that is not in `Known`. OData's annotations, such as `@odata.etag`,
 * are not part of Microsoft's types.
 */
type Exactly<Known, Given> = Given &
  Readonly<Record<Exclude<keyof Given, keyof Known | `@${string}`>, never>>

type Collection<Item> = {
  readonly '@odata.context': string
  readonly '@odata.nextLink'?: string
  readonly '@odata.deltaLink'?: string
  readonly value: readonly Item[]
}

function toAnswer(body: unknown, init?: ResponseInit): Answer {
  return Response.json(body, init) as Answer
}

function answerEntity<Known>() {
  return <Given extends Known>(entity: Exactly<Known, Given>, init?: ResponseInit): Answer =>
    toAnswer(entity, init)
}

function answerList<Known>() {
  return <Given extends Known>(
    list: Collection<Exactly<Known, Given>>,
    init?: ResponseInit,
  ): Answer => toAnswer(list, init)
}

export const answerUser = answerEntity<User>()
export const answerMessage = answerEntity<Message>()
export const answerMessages = answerList<Message>()
export const answerFolder = answerEntity<MailFolder>()
export const answerFolders = answerList<MailFolder>()
export const answerSubscription = answerEntity<Subscription>()
export const answerSubscriptions = answerList<Subscription>()

/** The types have no batch: https://learn.microsoft.com/graph/json-batching. */
export type PartAnswer = {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export function answerBatch(responses: readonly PartAnswer[]): Answer {
  return toAnswer({ responses })
}

/** Graph's `innerError` names the request instead of a cause. */
export type ErrorAnswer = {
  readonly error: Required<Pick<PublicError, 'code' | 'message'>> & {
    readonly innerError?: {
      readonly date: string
      readonly 'request-id': string
      readonly 'client-request-id': string
    }
  }
}

export function answerError(error: ErrorAnswer, init: ResponseInit): Answer {
  return toAnswer(error, init)
}

export function answerEmpty(status: 202 | 204): Answer {
  return new Response(null, { status }) as Answer
}

export function answerMime(raw: Uint8Array): Answer {
  const headers = { 'content-type': 'text/plain' }
  return new Response(Buffer.from(raw), { headers }) as Answer
}

/** The body of a request of Graph to the product. */
export function toNotificationBody(
  notifications: Required<Pick<ChangeNotificationCollection, 'value'>>,
): string {
  return JSON.stringify(notifications)
}
