import { productName } from '@doorman/domain/brand'
import { askUrl } from './ask-url.ts'
import { broken, look, off, ok, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'

export async function checkAddress(
  { address, isDemo }: Settings,
  { wire }: Probes,
): Promise<Finding[]> {
  const subject = 'Address'
  if ('wrong' in address) return [broken(subject, address.wrong)]
  const { publicUrl, host, port, trustProxy } = address.value
  const url = new URL(publicUrl)
  const says = `${url.origin}, served at ${host}:${port}`
  const flaws = isDemo ? [] : [...findFlaws(subject, url, trustProxy)]
  return [...(flaws.length > 0 ? flaws : [ok(subject, says)]), await checkDoor(url, wire)]
}

/** What would keep people or providers from getting through to us. */
function* findFlaws(subject: string, url: URL, trustProxy: string | false): Iterable<Finding> {
  if (isLoopback(url.hostname)) {
    yield look(
      subject,
      `${url.origin} leads nowhere but here`,
      'Set PUBLIC_URL to the address people use.',
    )
    return
  }
  if (url.protocol === 'http:')
    yield broken(
      subject,
      `${url.origin} has no TLS: passwords would travel in clear, and providers send nobody back there`,
      'Put a proxy with a certificate in front, and https in PUBLIC_URL.',
    )
  if (url.pathname !== '/')
    yield broken(subject, 'PUBLIC_URL has a path', 'Give Doorman a host name of its own.')
  if (trustProxy === false)
    yield look(
      subject,
      'TRUST_PROXY is not set: to limits and records, everybody behind the proxy is one visitor',
      'Set it to the address of the proxy, such as 127.0.0.1.',
    )
}

async function checkDoor({ origin }: URL, wire: Probes['wire']): Promise<Finding> {
  const subject = 'Front door'
  const answer = await askUrl(wire, `${origin}/healthz`)
  if (answer.kind === 'failed')
    return off(
      subject,
      `${origin}: ${answer.why}`,
      'Start Doorman. If it runs, look at its proxy and at DNS.',
    )
  const { product } = { product: null, ...Object(answer.json) }
  if (product === productName) return ok(subject, `${productName} answers at ${origin}`)
  return look(
    subject,
    `${origin} is answered by something else`,
    'Look at PORT, at the proxy and at DNS.',
  )
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
