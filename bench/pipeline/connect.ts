import type { Owner } from './world.ts'

/** Registers a user and connects their mailbox with the requests that a browser would make. */
export async function connect(
  publicUrl: string,
  { provider, address, subject }: Owner,
  index: number,
): Promise<void> {
  const network = `10.${index >> 8}.${index & 255}.1`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
  const registered = await request(`${publicUrl}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: address, password: 'correct horse battery' }),
  })
  const cookie = registered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const started = await request(`${publicUrl}/api/${provider}/connect`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{}',
  })
  const { authUrl } = (await started.json()) as { authUrl: string }
  const form = new URLSearchParams({
    answer: provider === 'gmail' ? 'allow' : 'accept',
    account: subject,
  })
  for (const scope of new URL(authUrl).searchParams.get('scope')?.split(' ') ?? [])
    form.append('scope', scope)
  const allowed = await request(authUrl, { method: 'POST', body: form })
  const back = await request(allowed.headers.get('location') ?? '', { headers: { cookie } })
  if (back.headers.get('location') !== '/accounts') throw new Error(`${address} is not connected`)
}

async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  if (response.status >= 400) throw new Error(`${url} answers ${response.status}`)
  return response
}
