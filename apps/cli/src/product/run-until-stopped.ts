import type { Logger } from '@doorman/runtime/logger'
import { Undo } from './undo.ts'

/** A shutdown that takes longer ends the process at once. */
const shutdownGraceMs = 8_000

/**
 * Runs `start` and keeps the process alive until it gets a signal or its parent process is gone.
 * Then it stops everything that was started, in reverse order, even in the middle of a start. A
 * second signal, or a shutdown longer than `shutdownGraceMs`, ends the process at once. An uncaught
 * error is logged and shuts down with exit code 1.
 */
export async function runUntilStopped(
  logger: Logger,
  start: (undo: Undo) => Promise<void>,
): Promise<void> {
  const undo = new Undo()
  let isStopping = false
  let starting: Promise<void> = Promise.resolve()

  async function end(exitCode: number): Promise<void> {
    if (isStopping) process.exit(exitCode || 130)
    isStopping = true
    setTimeout(() => process.exit(exitCode || 1), shutdownGraceMs).unref()
    try {
      await undo.run()
      // A start step still running undoes itself when it completes (see Undo.add).
      await starting.catch(() => {})
      process.exit(exitCode)
    } catch (err) {
      logger.error({ err, event: 'stop-failed' })
      process.exit(1)
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(0))
  process.on('disconnect', () => void end(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err: unknown) => {
      logger.fatal({ err, event: 'crashed' })
      void end(1)
    })
  // The parent may have exited before the 'disconnect' handler was registered.
  if (process.connected === false) return end(0)

  starting = start(undo)
  try {
    await starting
  } catch (error) {
    if (isStopping) return
    await undo.run()
    throw error
  }
}
