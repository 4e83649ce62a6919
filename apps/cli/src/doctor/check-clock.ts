import { askUrl } from './ask-url.ts'
import { judgeSkew } from './clock-skew.ts'
import { off, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import { toGmailUrl, toGraphUrl } from './provider-urls.ts'
import type { Settings } from './settings.ts'

/** This machine's clock, by those of the providers. */
export async function checkClock(
  { google, microsoft }: Settings,
  { wire }: Probes,
): Promise<Finding[]> {
  const subject = 'Clock'
  const urls = [
    'value' in google && google.value ? toGmailUrl(google.value) : null,
    'value' in microsoft && microsoft.value ? toGraphUrl(microsoft.value) : null,
  ].filter((url) => url !== null)
  const answers = await Promise.all(urls.map((url) => askUrl(wire, url)))
  const times = answers.flatMap((answer) =>
    answer.kind === 'answered' && answer.at ? [answer.at] : [],
  )
  const [time] = times
  if (!time) return [off(subject, 'nobody is there to compare it with')]
  return [judgeSkew(subject, 'a provider’s clock', time.getTime() - wire.clock.now().getTime())]
}
