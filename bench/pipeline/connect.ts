import type { Owner } from './world.ts'

/** Registers somebody and connects their mailbox, as their browser would do it. */
export async function connect(
  publicUrl: string,
  { provider, address, subject }: Owner,
  place: number,
): Promise<void> {
  const network = `10.${place >> 8}.${place & 255}.1`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
  const registered = await ask(`${publicUrl}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: address, password: 'correct horse battery' }),
  })
  const cookie = registered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const begun = await ask(`${publicUrl}/api/${provider}/connect`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{}',
  })
  const { authUrl } = (await begun.json()) as { authUrl: string }
  const form = new URLSearchParams({
    answer: provider === 'gmail' ? 'allow' : 'accept',
    account: subject,
  })
  for (const scope of new URL(authUrl).searchParams.get('scope')?.split(' ') ?? [])
    form.append('scope', scope)
  const allowed = await ask(authUrl, { method: 'POST', body: form })
  const back = await ask(allowed.headers.get('location') ?? '', { headers: { cookie } })
  if (back.headers.get('location') !== '/accounts') throw new Error(`${address} is not connected`)
}

async function ask(url: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...request, redirect: 'manual' })
  if (answer.status >= 400) throw new Error(`${url} answers ${answer.status}`)
  return answer
}
