import type { Logger } from '@doorman/runtime/logger'
import { Undo } from './undo.ts'

const patienceMs = 8_000

/**
 * Starts something that runs until the process is asked to end, or until
 * whoever started it is gone; then everything started so far is stopped in good
 * order, even in the middle of a start. Asked again, or when it takes too long,
 * or when something broke that nobody caught, the process ends at once.
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
    setTimeout(() => process.exit(exitCode || 1), patienceMs).unref()
    try {
      await undo.run()
      // A step that was under way undoes itself when it is done.
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
  // Whoever started us may have been gone before we listened.
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
