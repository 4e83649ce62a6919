import type { Graph } from './graph.ts'
import { GraphError } from './graph-error.ts'

const patienceMs = 10_000

/**
 * Asks an address whether it wants notifications: it shall answer 200 within 10
 * seconds, in text/plain, with the token decoded (change-notifications-delivery-webhooks,
 * "notificationUrl validation"). The token holds what a wrong decoding spoils.
 */
export async function shakeHands({ world, fetch }: Graph, url: string): Promise<void> {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${world.chance.uuid()} +&ü`
  const target = new URL(url)
  target.searchParams.set('validationToken', token)
  const request = new Request(target, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
  const answered = new AbortController()
  const tooLate = world.clock.sleep(patienceMs, answered.signal).then(
    () => null,
    () => null,
  )
  const answer = await Promise.race([ask(fetch, request), tooLate])
  answered.abort()
  if (answer === null) throw refused('timed out.')
  if (answer.status !== 200)
    throw refused('failed. Notification endpoint must respond with 200 OK to validation request.')
  if (answer.type !== 'text/plain')
    throw refused("failed. Content type of the response must be 'text/plain'.")
  if (answer.text !== token)
    throw refused('failed. Response must exactly match validationToken query parameter.')
}

type Answer = { readonly status: number; readonly type: string; readonly text: string }

async function ask(fetch: typeof globalThis.fetch, request: Request): Promise<Answer> {
  try {
    const response = await fetch(request)
    return {
      status: response.status,
      type: response.headers.get('content-type')?.split(';')[0] ?? '',
      text: await response.text(),
    }
  } catch {
    // Nobody at home is an answer, too.
    return { status: 0, type: '', text: '' }
  }
}

function refused(how: string): GraphError {
  return new GraphError(400, 'ValidationError', `Subscription validation request ${how}`)
}
