import { createLocalJWKSet, generateKeyPair, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { allScopes, app, openTestApp, otherApp, redirectUri } from '../../testing/microsoft-app.ts'
import { dayMs } from '../../world/time.ts'
import { toAccount } from './accounts.ts'

describe('the page', () => {
  test('lists only the Microsoft mailboxes of the world', async () => {
    const { handle, authorizeUrl } = openTestApp()
    const response = await handle(new Request(authorizeUrl()))
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('Ann Ash')
    expect(html).toContain('bob@outlook.com')
    expect(html).not.toContain('gus@gmail.test')
    expect(html).toContain('Simulated')
  })

  test('lists the requested permissions', async () => {
    const { handle, authorizeUrl } = openTestApp()
    const html = await (await handle(new Request(authorizeUrl()))).text()
    expect(html).toContain('Read and write access to your mail')
    expect(html).toContain('Send mail as you')
  })

  test.each([
    ['organizations', 'ann@acme.test', 'bob@outlook.com'],
    ['consumers', 'bob@outlook.com', 'ann@acme.test'],
  ])('for the tenant %s lists only its mailboxes', async (tenant, offered, hidden) => {
    const { handle, authorizeUrl } = openTestApp()
    const html = await (await handle(new Request(authorizeUrl({}, tenant)))).text()
    expect(html).toContain(offered)
    expect(html).not.toContain(hidden)
  })

  test('preselects the hinted mailbox', async () => {
    const { handle, authorizeUrl, bob } = openTestApp()
    const url = authorizeUrl({ login_hint: 'Bob@outlook.com' })
    const html = await (await handle(new Request(url))).text()
    expect(html).toMatch(new RegExp(`value="${toAccount(bob).objectId}" required checked`))
  })

  test('has no script or style, and escapes names', async () => {
    const { handle, authorizeUrl, world } = openTestApp()
    world.addMailbox({ provider: 'microsoft', address: 'x@acme.test', name: '<script>1</script>' })
    const html = await (await handle(new Request(authorizeUrl()))).text()
    expect(html).not.toMatch(/<script|<style|style=|onclick/)
  })

  test('redirects with a code and the state after Accept', async () => {
    const { submitPage, authorizeUrl, ann } = openTestApp()
    const form = { account: toAccount(ann).objectId, answer: 'accept' }
    const redirect = await submitPage(authorizeUrl(), form)
    expect(redirect.href).toMatch(`${redirectUri}?`)
    expect(Object.fromEntries(redirect.searchParams)).toEqual({
      code: expect.stringMatching(/^M\.C5/),
      session_state: expect.any(String),
      state: 's',
    })
  })

  test('redirects with access_denied and the state after Cancel', async () => {
    const { submitPage, authorizeUrl } = openTestApp()
    const redirect = await submitPage(authorizeUrl(), { answer: 'cancel' })
    expect(Object.fromEntries(redirect.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 's',
    })
  })

  test.each([
    ['an unknown app', { client_id: 'nobody' }, 400, 'AADSTS700016'],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.test/' }, 400, 'AADSTS50011'],
    ['a longer redirect URI', { redirect_uri: `${redirectUri}/x` }, 400, 'AADSTS50011'],
    ['an unknown parameter', { acr_values: 'x' }, 501, 'acr_values'],
  ])('shows an error without a redirect for %s', async (_case, options, status, word) => {
    const { handle, authorizeUrl } = openTestApp()
    for (const method of ['GET', 'POST']) {
      const response = await handle(new Request(authorizeUrl(options), { method }))
      expect(response.status).toBe(status)
      expect(response.headers.has('location')).toBe(false)
      expect(await response.text()).toContain(word)
    }
  })

  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['an unknown scope', { scope: 'openid Files.Read' }, 'invalid_scope'],
    ['no scope', { scope: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a silent sign-in', { prompt: 'none' }, 'login_required'],
    ['an unknown prompt', { prompt: 'admin' }, 'invalid_request'],
  ])('redirects to the app with an error for %s', async (_case, options, error) => {
    const { handle, authorizeUrl } = openTestApp()
    const response = await handle(new Request(authorizeUrl(options)))
    const redirect = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(redirect.searchParams)).toMatchObject({ error, state: 's' })
  })

  test('rejects an account that was not listed', async () => {
    const { handle, authorizeUrl, bob } = openTestApp()
    const body = new URLSearchParams({ account: toAccount(bob).objectId, answer: 'accept' })
    const url = authorizeUrl({}, 'organizations')
    expect((await handle(new Request(url, { method: 'POST', body }))).status).toBe(400)
  })
})

describe('a code', () => {
  test('is exchanged once for tokens with the requested scopes', async () => {
    const { fetchCode, redeem, ann } = openTestApp()
    const code = await fetchCode(ann)
    expect(await redeem(code)).toMatchObject({
      status: 200,
      body: {
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'openid profile email User.Read Mail.ReadWrite Mail.Send',
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        id_token: expect.any(String),
      },
    })
    expect(await redeem(code)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [54005] },
    })
  })

  test.each([
    ['another verifier', { code_verifier: 'wrong' }, 400, 'invalid_grant', 501481],
    ['another redirect URI', { redirect_uri: 'https://app.test/' }, 401, 'invalid_client', 500112],
    ['a wrong secret', { client_secret: 'guess' }, 401, 'invalid_client', 7000215],
    ['no secret', { client_secret: '' }, 401, 'invalid_client', 7000218],
    ['an unknown app', { client_id: 'nobody' }, 400, 'unauthorized_client', 700016],
    [
      'another app',
      { client_id: otherApp.clientId, client_secret: otherApp.clientSecret },
      400,
      'invalid_grant',
      70000,
    ],
    ['a made-up code', { code: 'M.C5x' }, 400, 'invalid_grant', 70000],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type', 70003],
    ['an unknown field', { resource: 'x' }, 400, 'invalid_request', 90023],
    ['no code', { code: '' }, 400, 'invalid_request', 900144],
  ])('is rejected with %s', async (_case, form, status, error, code) => {
    const { fetchCode, redeem, ann } = openTestApp()
    const good = await fetchCode(ann)
    expect(await redeem(good, form)).toMatchObject({ status, body: { error, error_codes: [code] } })
  })

  test('stays valid after an exchange with the wrong verifier', async () => {
    const { fetchCode, redeem, ann } = openTestApp()
    const code = await fetchCode(ann)
    await redeem(code, { code_verifier: 'wrong' })
    expect((await redeem(code)).status).toBe(200)
  })

  test('expires after ten minutes', async () => {
    const { fetchCode, redeem, ann, clock } = openTestApp()
    const code = await fetchCode(ann)
    await clock.advance(601_000)
    expect((await redeem(code)).body).toMatchObject({ error_codes: [70008] })
  })

  test('gets a refresh token only with offline_access, an id token only with openid', async () => {
    const { fetchCode, redeem, ann } = openTestApp()
    const { body } = await redeem(await fetchCode(ann, { scope: 'Mail.Read' }))
    expect(body).toMatchObject({ scope: 'Mail.Read', access_token: expect.any(String) })
    expect(body).not.toHaveProperty('refresh_token')
    expect(body).not.toHaveProperty('id_token')
  })

  test('accepts full or short scope names in any case', async () => {
    const { fetchCode, redeem, ann } = openTestApp()
    const scope = 'https://graph.microsoft.com/mail.read user.read'
    expect((await redeem(await fetchCode(ann, { scope }))).body.scope).toBe('Mail.Read User.Read')
  })
})

test('an error has every field of Microsoft’s errors', async () => {
  const { redeem } = openTestApp()
  const { body } = await redeem('nonsense')
  expect(body).toEqual({
    error: 'invalid_grant',
    error_description: expect.stringMatching(
      /^AADSTS70000: .* Trace ID: [\da-f-]+\r\nCorrelation ID: [\da-f-]+\r\nTimestamp: 2026-11-16 09:00:00Z$/,
    ),
    error_codes: [70000],
    timestamp: '2026-11-16 09:00:00Z',
    trace_id: expect.any(String),
    correlation_id: expect.any(String),
    error_uri: 'https://login.test/error?code=70000',
  })
})

describe('an id token', () => {
  test('is verified with the keys that discovery publishes', async () => {
    const { handle, fetchCode, redeem, ann, clock } = openTestApp()
    const read = async (url: string) => (await handle(new Request(url))).json()
    const { tenantId, objectId } = toAccount(ann)
    const discovery = await read(
      `https://login.test/${tenantId}/v2.0/.well-known/openid-configuration`,
    )
    const jwks = await read(discovery.jwks_uri)
    const { body } = await redeem(await fetchCode(ann))
    const { payload, protectedHeader } = await jwtVerify(body.id_token, createLocalJWKSet(jwks), {
      issuer: discovery.issuer,
      audience: app.clientId,
      algorithms: ['RS256'],
      currentDate: clock.now(),
    })
    expect(protectedHeader).toMatchObject({ typ: 'JWT', alg: 'RS256' })
    expect(payload).toMatchObject({
      iss: `https://login.test/${tenantId}/v2.0`,
      tid: tenantId,
      oid: objectId,
      nonce: 'n',
      email: 'ann@acme.test',
      preferred_username: 'ann@acme.test',
      name: 'Ann Ash',
      ver: '2.0',
      iat: clock.now().getTime() / 1000,
    })
  })

  test('fails verification with another key or changed claims', async () => {
    const { handle, fetchCode, redeem, ann, clock } = openTestApp()
    const { id_token: token } = (await redeem(await fetchCode(ann))).body
    const options = { currentDate: clock.now() }
    const { publicKey } = await generateKeyPair('RS256')
    await expect(jwtVerify(token, publicKey, options)).rejects.toThrow('signature')
    const keys = await handle(new Request('https://login.test/common/discovery/v2.0/keys'))
    const jwks = createLocalJWKSet(await keys.json())
    const [header, , signature] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ oid: 'me' })).toString('base64url')
    await expect(jwtVerify(`${header}.${claims}.${signature}`, jwks, options)).rejects.toThrow(
      'signature',
    )
    await expect(jwtVerify(token, jwks, options)).resolves.toBeDefined()
  })

  test('of a personal account has the tenant of all personal accounts', async () => {
    const { fetchCode, redeem, bob } = openTestApp()
    const { body } = await redeem(await fetchCode(bob))
    const payload = JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString())
    expect(payload).toMatchObject({
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
      iss: 'https://login.test/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    })
  })

  test('does not identify the person without the scopes profile and email', async () => {
    const { fetchCode, redeem, ann } = openTestApp()
    const { body } = await redeem(await fetchCode(ann, { scope: 'openid Mail.Read' }))
    const payload = JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString())
    for (const claim of ['oid', 'tid', 'email', 'name', 'preferred_username'])
      expect(payload).not.toHaveProperty(claim)
  })

  test('has another subject for another app', async () => {
    const { fetchCode, redeem, ann } = openTestApp()
    const credentials = { client_id: otherApp.clientId, client_secret: otherApp.clientSecret }
    const subjects = []
    for (const [options, form] of [
      [{}, {}],
      [{ client_id: otherApp.clientId }, credentials],
    ] as const) {
      const { body } = await redeem(await fetchCode(ann, options), form)
      const payload = JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString())
      subjects.push(payload.sub)
    }
    expect(new Set(subjects).size).toBe(2)
  })
})

test('discovery for common has a template as issuer, as at Microsoft', async () => {
  const { handle } = openTestApp()
  const response = await handle(
    new Request('https://login.test/common/v2.0/.well-known/openid-configuration'),
  )
  expect(await response.json()).toMatchObject({
    issuer: 'https://login.test/{tenantid}/v2.0',
    token_endpoint: 'https://login.test/common/oauth2/v2.0/token',
  })
})

test('an error names the unknown tenant or path', async () => {
  const { handle } = openTestApp()
  const tenant = await handle(new Request('https://login.test/nowhere/discovery/v2.0/keys'))
  expect([tenant.status, await tenant.text()]).toEqual([400, expect.stringContaining('nowhere')])
  const path = await handle(new Request('https://login.test/common/oauth2/v2.0/devicecode'))
  expect([path.status, await path.text()]).toEqual([501, expect.stringContaining('devicecode')])
})

describe('a refresh token', () => {
  const open = async () => {
    const testApp = openTestApp()
    const { body } = await testApp.redeem(await testApp.fetchCode(testApp.ann))
    return { ...testApp, first: body.refresh_token as string }
  }

  test('returns a new one each time and stays valid', async () => {
    const { refresh, first } = await open()
    const second = (await refresh(first)).body.refresh_token
    const third = (await refresh(first)).body.refresh_token
    expect(new Set([first, second, third]).size).toBe(3)
    for (const token of [first, second, third]) expect((await refresh(token)).status).toBe(200)
  })

  test('is valid for 90 days, and its successor for 90 more', async () => {
    const { refresh, first, clock } = await open()
    await clock.advance(89 * dayMs)
    const { body } = await refresh(first)
    await clock.advance(89 * dayMs)
    expect((await refresh(body.refresh_token)).status).toBe(200)
    expect(await refresh(first)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_codes: [700082] },
    })
  })

  test.each(['password-changed', 'revoked'] as const)(
    'is invalid after %s, until the person consents again',
    async (how) => {
      const { refresh, first, ann, fetchCode, redeem } = await open()
      ann.endAccess(how)
      expect(await refresh(first)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant', error_codes: [50173] },
      })
      const { body } = await redeem(await fetchCode(ann))
      expect((await refresh(body.refresh_token)).status).toBe(200)
    },
  )

  test('does not work for another app or without the secret', async () => {
    const { refresh, first } = await open()
    const other = { client_id: otherApp.clientId, client_secret: otherApp.clientSecret }
    expect((await refresh(first, other)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(first, { client_secret: 'x' })).body).toMatchObject({
      error: 'invalid_client',
    })
  })

  test('can ask for fewer scopes, but not for more than granted', async () => {
    const { refresh, first } = await open()
    const { body } = await refresh(first, { scope: 'Mail.ReadWrite' })
    expect(body.scope).toBe('Mail.ReadWrite')
    expect((await refresh(body.refresh_token)).body.scope).toContain('Mail.Send')
    expect((await refresh(first, { scope: `${allScopes} Mail.Read` })).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [65001],
    })
  })
})

describe('faults at the token endpoint', () => {
  test('have the login host’s error bodies', async () => {
    const { world, refresh } = openTestApp()
    world.faults.push({ provider: 'microsoft', effect: 'rate-limit' })
    const limited = await refresh('x')
    expect(limited).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    expect(limited.headers.get('retry-after')).toBe('10')
    world.faults.push({ provider: 'microsoft', effect: 'server-error' })
    expect(await refresh('x')).toMatchObject({ status: 500, body: { error_codes: [90033] } })
  })

  test('use up a code even if they lose the response', async () => {
    const { world, fetchCode, redeem, ann } = openTestApp()
    const code = await fetchCode(ann)
    world.faults.push({ provider: 'microsoft', effect: 'applied-then-cut' })
    await expect(redeem(code)).rejects.toThrow('fetch failed')
    expect((await redeem(code)).body).toMatchObject({ error_codes: [54005] })
  })
})
