import { isLoopback } from '@doorman/domain/accounts/loopback'
import { productName } from '@doorman/domain/brand'
import { askUrl } from '../probes/ask-url.ts'
import { broken, needsAttention, off, ok, type Finding } from '../finding.ts'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'

export async function checkAddress(
  { address, isDemo }: Settings,
  { transport }: Probes,
): Promise<Finding[]> {
  const subject = 'Address'
  if ('problem' in address) return [broken(subject, address.problem)]
  const { publicUrl, host, port, trustProxy } = address.value
  const url = new URL(publicUrl)
  const says = `${url.origin}, served at ${host}:${port}`
  const problems = isDemo ? [] : [...findProblems(subject, url, trustProxy)]
  return [
    ...(problems.length > 0 ? problems : [ok(subject, says)]),
    await checkFrontDoor(url, transport),
  ]
}

function* findProblems(subject: string, url: URL, trustProxy: string | false): Iterable<Finding> {
  if (isLoopback(url.hostname)) {
    yield needsAttention(
      subject,
      `${url.origin} works only on this machine`,
      'Set PUBLIC_URL to the address that people use.',
    )
    return
  }
  if (trustProxy === false)
    yield needsAttention(
      subject,
      'TRUST_PROXY is not set: rate limits count everyone behind the proxy as one visitor',
      'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
    )
}

async function checkFrontDoor({ origin }: URL, transport: Probes['transport']): Promise<Finding> {
  const subject = 'Front door'
  const answer = await askUrl(transport, `${origin}/healthz`)
  if (answer.kind === 'failed')
    return off(
      subject,
      `${origin}: ${answer.reason}`,
      'Start Doorman. If it is running, check the proxy and DNS.',
    )
  const { product } = { product: null, ...Object(answer.json) }
  if (product === productName) return ok(subject, `${productName} answers at ${origin}`)
  return needsAttention(
    subject,
    `another program answers at ${origin}`,
    'Check PORT, the proxy and DNS.',
  )
}
