import { liveUpdatesPath } from '@doorman/contract/live-updates'
import type { UserId } from '@doorman/domain/ids'
import type { Runtime } from '@doorman/runtime/context'
import type { Actor } from '@doorman/services/ports/actor'
import { noteOpenPage } from '@doorman/services/users/note-open-page'
import type { FastifyInstance } from 'fastify'
import { openEventStream, type EventStream, type StreamTimes } from '../streams/event-stream.ts'

/** Nobody looks at more pages at once. A further stream replaces the oldest. */
const maxStreamsPerUser = 10

/** Tells the open pages of a user what has changed. */
export function liveUpdateRoutes(
  app: FastifyInstance,
  { ctx, liveUpdates, metrics }: Pick<Runtime, 'ctx' | 'liveUpdates' | 'metrics'>,
  times: StreamTimes,
): void {
  /** Oldest first. */
  const streams = new Set<EventStream & { readonly userId: UserId }>()
  let isClosing = false
  metrics.watchStreams(() => streams.size)

  // Otherwise the server would wait for the streams, which don't end by themselves.
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of streams) stream.end()
  })

  app.get(
    liveUpdatesPath,
    {
      // HEAD would open a stream, too.
      exposeHeadRoute: false,
      config: { isPolled: true, isEndless: true },
      compress: false,
    },
    async ({ actor, headers: { cookie } }, reply) => {
      const { userId } = actor
      await noteOpenPage(ctx, userId, times.maxStreamMs)
      const own = [...streams].filter((stream) => stream.userId === userId)
      if (own.length >= maxStreamsPerUser) own[0]?.end({ isOneTooMany: true })

      const unsubscribe = liveUpdates.subscribe(userId, (update) => stream.send(update))
      const opened = openEventStream({
        isStillAllowed: async () =>
          isSame(actor, await ctx.login.findActor(cookie, { isUse: false })),
        onClose() {
          unsubscribe()
          streams.delete(stream)
        },
        times,
      })
      const stream = { ...opened, userId }
      streams.add(stream)
      // The server began to close while this request waited for the database.
      if (isClosing) stream.end()
      return (
        reply
          .type('text/event-stream')
          // Nginx would collect the events.
          .header('x-accel-buffering', 'no')
          // The connection closes with the stream. An idle one would delay a shutdown.
          .header('connection', 'close')
          .send(stream.file)
      )
    },
  )
}

/** Whether the session is alive, with the same user and the same viewer. */
function isSame(before: Actor, now: Actor | null): boolean {
  return (
    now !== null &&
    now.userId === before.userId &&
    now.viewerId === before.viewerId &&
    now.viewEndedBy === undefined
  )
}
