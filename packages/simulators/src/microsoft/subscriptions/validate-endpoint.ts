import { GraphError } from '../graph/graph-error.ts'
import type { GraphState } from '../graph/graph-state.ts'

const validationTimeoutMs = 10_000

/**
 * Asks an endpoint to confirm that it wants notifications. It must respond within 10
 * seconds with 200, text/plain and the decoded token
 * (https://learn.microsoft.com/graph/change-notifications-delivery-webhooks).
 * The token contains characters that an endpoint with wrong URL decoding gets wrong.
 */
export async function validateEndpoint({ world, fetch }: GraphState, url: string): Promise<void> {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${world.random.uuid()} +&ü`
  const target = new URL(url)
  target.searchParams.set('validationToken', token)
  const request = new Request(target, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
  const responded = new AbortController()
  const timeout = world.clock.sleep(validationTimeoutMs, responded.signal).then(
    () => null,
    () => null,
  )
  const response = await Promise.race([send(fetch, request), timeout])
  responded.abort()
  if (response === null) throw validationError('timed out.')
  if (response.status !== 200)
    throw validationError(
      'failed. Notification endpoint must respond with 200 OK to validation request.',
    )
  if (response.type !== 'text/plain')
    throw validationError("failed. Content type of the response must be 'text/plain'.")
  if (response.text !== token)
    throw validationError('failed. Response must exactly match validationToken query parameter.')
}

type EndpointResponse = { readonly status: number; readonly type: string; readonly text: string }

async function send(fetch: typeof globalThis.fetch, request: Request): Promise<EndpointResponse> {
  try {
    const response = await fetch(request)
    return {
      status: response.status,
      type: response.headers.get('content-type')?.split(';')[0] ?? '',
      text: await response.text(),
    }
  } catch {
    // An unreachable endpoint fails the validation like a wrong status.
    return { status: 0, type: '', text: '' }
  }
}

function validationError(text: string): GraphError {
  return new GraphError(400, 'ValidationError', `Subscription validation request ${text}`)
}
