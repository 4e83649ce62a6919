import { pathParameters, type Endpoint } from '@doorman/contract/endpoint'
import type * as z from 'zod/mini'
import { fetchForShownUser } from '../session/shown-user.ts'
import { text } from '../text.ts'

/** The API answered with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The server's message for the user, if there is one. Nothing else of this error may be shown. */
  readonly userMessage: string | undefined
  /** The server's code of the refusal, such as `not-found`. */
  readonly code: unknown
  /** The name of the input field that the server refused, if it is one. */
  readonly field: string | undefined
  /** The plan does not allow the call; Pro would. */
  readonly isUpgradeRequired: boolean

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const { message, code, field, upgradeRequired } = readErrorBody(body)
    this.status = status
    this.code = code
    this.field = typeof field === 'string' ? field : undefined
    this.userMessage = typeof message === 'string' && message !== '' ? message : undefined
    this.isUpgradeRequired = status === 403 && upgradeRequired === true
  }
}

/** No answer came: the browser is offline, or the server cannot be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Makes `call` from a fetch: the browser's or, on the server, one that stays in the process. */
export function createCall(fetch: Fetch) {
  return async function call<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
    endpoint: Endpoint<Input, Reply>,
    input: z.input<Input>,
    signal?: AbortSignal,
  ): Promise<z.output<Reply>> {
    const { path, body } = toRequest(endpoint, input)
    const request = fetch(path, {
      method: endpoint.method,
      credentials: 'include',
      ...(body !== null && { body, headers: { 'content-type': 'application/json' } }),
      ...(signal && { signal }),
    })
    // Safe: the server validates every reply with this schema before sending it.
    return (await readReply(request)) as z.output<Reply>
  }
}

export type Call = ReturnType<typeof createCall>

export const call = createCall(fetchForShownUser)

/**
 * The reply's JSON; an empty body reads as `{}`. Throws an `ApiError` for an error status, and a
 * `NetworkError` if there is no answer or only a part of it.
 */
export async function readReply(request: Response | Promise<Response>): Promise<unknown> {
  const { response, body } = await receive(request)
  if (!response.ok) throw new ApiError(response.status, response.statusText, body)
  return body === '' ? {} : JSON.parse(body)
}

async function receive(request: Response | Promise<Response>) {
  try {
    const response = await request
    return { response, body: await response.text() }
  } catch (error) {
    // The caller has aborted the request.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new NetworkError('No answer', { cause: error })
  }
}

/** For calls to which a 401 is an ordinary answer. */
export async function nullWhenSignedOut<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reply
  } catch (error) {
    if (isSignedOut(error)) return null
    throw error
  }
}

/** The page shows another user than the one who is signed in now. */
export function isUserChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'user-changed'
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Describes a failure: the server's message if it sent one, or that the browser is offline. */
export function toUserMessage(error: unknown): string | undefined {
  if (error instanceof NetworkError && navigator.onLine === false) return text.offline.reason
  return error instanceof ApiError ? error.userMessage : undefined
}

/** Whether our server did not answer: there is no network, or a proxy answered in its place. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return (
    error instanceof ApiError && error.code === undefined && [502, 503, 504].includes(error.status)
  )
}

function toRequest(endpoint: Endpoint, input: Record<string, unknown>) {
  const inPath = pathParameters(endpoint.path)
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  )
  const rest = Object.entries(input).filter(
    ([name, value]) => !inPath.includes(name) && value !== undefined,
  )
  if (rest.length === 0) return { path, body: null }
  if (endpoint.method !== 'GET') return { path, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
  return { path: `${path}?${query}`, body: null }
}

function readErrorBody(body: string): {
  message?: unknown
  code?: unknown
  field?: unknown
  upgradeRequired?: unknown
} {
  try {
    const parsed: unknown = JSON.parse(body)
    return parsed && typeof parsed === 'object' ? parsed : {}
  } catch {
    // A body that is not JSON comes from a proxy, not from our API: nothing to show to the user.
    return {}
  }
}
