import { broken, look, ok, type Finding } from './finding.ts'

/** Tokens and signatures are believed this far from the time they name. */
const mostMs = 300_000
/** A server names the second and takes one to answer. */
const ordinaryMs = 30_000

/** How far somebody's clock is ahead of ours, and whether that matters. */
export function judgeSkew(subject: string, whose: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (seconds * 1000 <= ordinaryMs) return ok(subject, 'right')
  const says = `${whose} is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  const judge = seconds * 1000 > mostMs ? broken : look
  return judge(subject, says, 'Let NTP set the clocks.')
}
