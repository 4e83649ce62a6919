import { describe, expect, test } from 'vitest'
import { app, openTestApp, redirectUri } from '../../testing/microsoft-app.ts'
import { toAccount } from './accounts.ts'

const scope = 'openid offline_access Mail.ReadWrite Mail.Send'

/** An app at a strict organisation: Ann's. */
function openStrictApp() {
  const opened = openTestApp()
  opened.microsoft.requireAdminConsent(opened.ann)
  const accept = { account: toAccount(opened.ann).objectId, answer: 'accept' }
  const signIn = (form: Readonly<Record<string, string>>, url = opened.authorizeUrl()) =>
    opened.handle(new Request(url, { method: 'POST', body: new URLSearchParams(form) }))
  return { ...opened, accept, signIn }
}

const adminUrl = (options: Readonly<Record<string, string>> = {}, tenant = 'organizations') =>
  `https://login.test/${tenant}/v2.0/adminconsent?${new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope,
    ...options,
  })}`

describe('a user of a strict organisation', () => {
  test('gets no code, and the app gets an error number that differs from Cancel', async () => {
    const { accept, signIn } = openStrictApp()
    const response = await signIn(accept)
    expect(response.headers.has('location')).toBe(false)
    expect(await response.text()).toContain('Need admin approval')
    const back = new URL((await signIn({ answer: 'return' })).headers.get('location') ?? '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'AADSTS90094: The grant requires admin permission.',
      error_subcode: 'cancel',
      state: 's',
    })
  })

  test('can sign in, because that gives no access to mail', async () => {
    const { accept, authorizeUrl, submitPage } = openStrictApp()
    const back = await submitPage(authorizeUrl({ scope: 'openid profile email' }), accept)
    expect(back.searchParams.has('code')).toBe(true)
  })

  test('can give access once an administrator has approved the app, not another one', async () => {
    const { ann, accept, authorizeUrl, submitPage, signIn, bob, fetchCode } = openStrictApp()
    const { tenantId } = toAccount(ann)
    const back = await submitPage(adminUrl(), { tenant: tenantId, answer: 'accept' })
    expect(back.href).toMatch(`${redirectUri}?`)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      admin_consent: 'True',
      tenant: tenantId,
      scope,
    })
    expect((await submitPage(authorizeUrl(), accept)).searchParams.has('code')).toBe(true)
    const other = await signIn(accept, authorizeUrl({ client_id: 'app-2' }))
    expect(await other.text()).toContain('Need admin approval')
    expect(await fetchCode(bob)).not.toBe('')
  })
})

describe('the page for administrators', () => {
  test('lists organisations and permissions, and no personal accounts', async () => {
    const { handle } = openStrictApp()
    const html = await (await handle(new Request(adminUrl()))).text()
    expect(html).toContain('acme.test')
    expect(html).toContain('Read and write access to your mail')
    expect(html).not.toContain('outlook.com')
  })

  test('returns the state, and on Cancel an error together with admin_consent', async () => {
    const { submitPage } = openStrictApp()
    const back = await submitPage(adminUrl({ state: 'x' }), { answer: 'cancel' })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      admin_consent: 'True',
      state: 'x',
    })
  })

  test.each([
    ['an unknown tenant', adminUrl({}, '11111111-2222-4333-8444-555555555555'), 400],
    ['personal accounts', adminUrl({}, 'consumers'), 400],
    ['common', adminUrl({}, 'common'), 400],
    ['an unknown app', adminUrl({ client_id: 'nobody' }), 400],
    ['another redirect URI', adminUrl({ redirect_uri: 'https://evil.test/' }), 400],
    ['no scope', adminUrl({ scope: '' }), 400],
    ['an unknown scope', adminUrl({ scope: 'Files.Read' }), 400],
    ['an unknown parameter', adminUrl({ login_hint: 'ann@acme.test' }), 501],
  ])('refuses %s', async (_case, url, status) => {
    const { handle } = openStrictApp()
    for (const method of ['GET', 'POST']) {
      const response = await handle(new Request(url, { method }))
      expect(response.status).toBe(status)
      expect(response.headers.has('location')).toBe(false)
    }
  })

  test('refuses an organisation that was not listed', async () => {
    const { signIn } = openStrictApp()
    expect((await signIn({ tenant: 'made up', answer: 'accept' }, adminUrl())).status).toBe(400)
  })
})
