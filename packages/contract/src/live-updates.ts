/**
 * A stream of server-sent events for the signed-in user. The events carry no data: each says what has
 * changed, and the page then reloads it. Not an endpoint, because it never ends.
 *
 * The stream ends after 10 minutes and with the session, and the page opens another. What changes in
 * between is not announced, so a page that reopens it reloads once. A user has at most 10 streams: an
 * eleventh ends the oldest, with a longer `retry`.
 */
export const liveUpdatesPath = '/api/live-updates'

/** `emails`: filtered emails and the numbers about them. `accounts`: the connected accounts. */
export const liveUpdates = ['emails', 'accounts'] as const
export type LiveUpdate = (typeof liveUpdates)[number]
