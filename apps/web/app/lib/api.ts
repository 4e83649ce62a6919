import { pathParameters, type Endpoint } from '@doorman/contract/endpoint'
import type * as z from 'zod/mini'

/** An API call that was answered, but not with success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** What the server wrote for the person, if it wrote anything. The only part of this to show. */
  readonly userMessage: string | undefined
  /** The plan does not go that far, and Pro would. */
  readonly isUpgradeRequired: boolean

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const { message, upgradeRequired } = readRefusal(body)
    this.status = status
    this.userMessage = typeof message === 'string' && message !== '' ? message : undefined
    this.isUpgradeRequired = status === 403 && upgradeRequired === true
  }
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Makes `call` over a given fetch: the browser's, or on the server one that stays in process. */
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
    // Safe: the server parses every reply with this very schema on its way out.
    return (await readReply(response)) as z.output<Reply>
  }
}

export const call = createCall((path, init) => fetch(path, init))

/** The reply's JSON, or an `ApiError`. A reply without a body reads as an empty object. */
export async function readReply(response: Response): Promise<unknown> {
  const body = await response.text()
  if (!response.ok) throw new ApiError(response.status, response.statusText, body)
  return body === '' ? {} : JSON.parse(body)
}

/** For calls where being signed out is an answer rather than a failure. */
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

/** The server's own words about a failure, where there are any. */
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

function readRefusal(body: string): { message?: unknown; upgradeRequired?: unknown } {
  try {
    const parsed: unknown = JSON.parse(body)
    return parsed && typeof parsed === 'object' ? parsed : {}
  } catch {
    // A body that is no JSON was not written by our API, and has nothing to say to a person.
    return {}
  }
}
