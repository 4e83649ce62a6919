import { askUrl } from '../probes/ask-url.ts'
import { judgeClock } from './judge-clock.ts'
import { off, type Finding } from '../finding.ts'
import type { Probes } from '../probes/probes.ts'
import { toGmailProfileUrl, toGraphUserUrl } from './provider-urls.ts'
import type { Settings } from '../settings.ts'

/** Compares this machine's clock with a provider's. */
export async function checkClock(
  { google, microsoft }: Settings,
  { transport }: Probes,
): Promise<Finding[]> {
  const subject = 'Clock'
  const urls = [
    'value' in google && google.value ? toGmailProfileUrl(google.value) : null,
    'value' in microsoft && microsoft.value ? toGraphUserUrl(microsoft.value) : null,
  ].filter((url) => url !== null)
  const answers = await Promise.all(urls.map((url) => askUrl(transport, url)))
  const times = answers.flatMap((answer) =>
    answer.kind === 'answered' && answer.serverTime ? [answer.serverTime] : [],
  )
  const [time] = times
  if (!time) return [off(subject, 'no provider answers, so there is no clock to compare with')]
  return [
    judgeClock(subject, 'a provider’s clock', time.getTime() - transport.clock.now().getTime()),
  ]
}
