import { minuteMs, secondMs } from '@doorman/domain/time'
import { NotifyError } from '@doorman/notify/notify-error'
import { randomUUID } from 'node:crypto'
import type { Context } from '../ports/context.ts'

/** Waits between the attempts. */
const retryDelaysMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs]

/**
 * Tells the owner of a deleted account what was deleted and what is kept. Not through the outbox:
 * nothing may be stored about a deleted user, so the address is only in this process's memory. A
 * restart, or a relay that is down for longer, loses the email. Never throws.
 */
export async function sayFarewell(
  { notify, sleep, report, publicUrl }: Pick<Context, 'notify' | 'sleep' | 'report' | 'publicUrl'>,
  address: string,
  deletedBy: 'user' | 'admin',
): Promise<void> {
  const email = { kind: 'farewell', url: `${publicUrl}/privacy-policy`, deletedBy } as const
  const id = randomUUID()
  for (const delayMs of [...retryDelaysMs, null])
    try {
      return await notify.send(address, email, { id })
    } catch (error) {
      const isRefused = error instanceof NotifyError && error.failure.kind === 'refused'
      if (isRefused || delayMs === null) return report(new FarewellError())
      await sleep(delayMs)
    }
}

/** An error without a cause, because the relay's answer often quotes the address. */
class FarewellError extends Error {
  override readonly name = 'FarewellError'
}
