import { pathParameters, type Endpoint } from '@doorman/contract/endpoint'
import type * as z from 'zod/mini'

/** The API answered with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The server's message for the user, if there is one. Nothing else of this error may be shown. */
  readonly userMessage: string | undefined
  /** The server's code of the refusal, such as `not-found`. */
  readonly code: unknown
  /** The plan does not allow the call; Pro would. */
  readonly isUpgradeRequired: boolean

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const { message, code, upgradeRequired } = readErrorBody(body)
    this.status = status
    this.code = code
    this.userMessage = typeof message === 'string' && message !== '' ? message : undefined
    this.isUpgradeRequired = status === 403 && upgradeRequired === true
  }
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** `call` over a given fetch: the browser's, or on the server one that stays in process. */
export function createCall(fetch: Fetch) {
  return async function call<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
    endpoint: Endpoint<Input, Reply>,
    input: z.input<Input>,
    signal?: AbortSignal,
  ): Promise<z.output<Reply>> {
    const { path, body } = toRequest(endpoint, input)
    const response = await fetch(path, {
      method: endpoint.method,
      credentials: 'include',
      ...(body !== null && { body, headers: { 'content-type': 'application/json' } }),
      ...(signal && { signal }),
    })
    // Safe: the server validates every reply with this schema before sending it.
    return (await readReply(response)) as z.output<Reply>
  }
}

export const call = createCall((path, init) => fetch(path, init))

/** The reply's JSON. Throws an `ApiError` for an error status. An empty body reads as `{}`. */
export async function readReply(response: Response): Promise<unknown> {
  const body = await response.text()
  if (!response.ok) throw new ApiError(response.status, response.statusText, body)
  return body === '' ? {} : JSON.parse(body)
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

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The server's message about a failure, if it sent one. */
export function toUserMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.userMessage : undefined
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
