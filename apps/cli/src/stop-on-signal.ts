import type { createLogger } from '@doorman/runtime/logger'

const patienceMs = 8_000

/**
 * Ends the process in good order when it is asked to, or when whoever started
 * it is gone; at once when it is asked again, takes too long, or something
 * broke that nobody caught.
 */
export function stopOnSignal(
  logger: ReturnType<typeof createLogger>,
  stop: () => Promise<void>,
): void {
  let isStopping = false
  async function end(exitCode: number): Promise<void> {
    if (isStopping) process.exit(exitCode || 130)
    isStopping = true
    setTimeout(() => process.exit(exitCode || 1), patienceMs).unref()
    try {
      await stop()
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
}
