import { minuteMs, secondMs } from '@doorman/domain/time'
import { broken, needsAttention, ok, type Finding } from '../finding.ts'

/** Providers reject tokens and signatures when the clocks differ by more. */
const maxSkewMs = 5 * minuteMs
/** The server's time has a precision of one second, and its answer takes a moment. */
const normalSkewMs = 30 * secondMs

/** `aheadMs`: how far the other clock is ahead of ours. */
export function judgeClock(subject: string, clock: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / secondMs)
  if (seconds * secondMs <= normalSkewMs) return ok(subject, 'correct')
  const says = `${clock} is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  const judge = seconds * secondMs > maxSkewMs ? broken : needsAttention
  return judge(subject, says, 'Set up NTP on both machines.')
}
