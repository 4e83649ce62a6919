import { secondMs } from '@doorman/domain/time'
import { showCode } from '@doorman/runtime/testing/fake-authenticator'
import { FakePasskey } from '@doorman/runtime/testing/fake-passkey'
import type { PasskeyQuestion } from '@doorman/services/ports/second-factors'
import { expect } from 'vitest'
import type { FakeApp, TestResponse } from './fake-app.ts'

export const password = 'correct horse battery'

export type TestUser = { readonly email: string; readonly cookie: string | undefined }

/** People with second factors, and what their browsers send. */
export function simulateSecondFactors(world: FakeApp) {
  const { request, ctx, advance } = world
  let made = 0

  async function newUser(): Promise<TestUser> {
    const email = `person${(made += 1)}@example.com`
    const body = { email, password }
    const { cookie } = await request('POST', '/api/auth/register', { body, ip: toIp() })
    return { email, cookie }
  }

  /** A network of its own for each request, so that no limit by network is reached. */
  const toIp = () => `2001:db8:${(made += 1).toString(16)}::1`

  const send = (user: TestUser, method: 'POST' | 'DELETE' | 'PATCH', path: string, body: object) =>
    request(method, `/api/second-factor${path}`, { cookie: user.cookie, body })

  /** Sets up an app. `code` shows the next code, 30 seconds later, as codes work once. */
  async function addTotp(user: TestUser) {
    const setUp = await send(user, 'POST', '/totp', { password })
    const secret = String(setUp.body['secret'])
    const code = () => {
      advance(30 * secondMs)
      return showCode(secret, ctx.now())
    }
    const confirmed = await send(user, 'POST', '/totp/confirm', { code: code() })
    expect(confirmed.status).toBe(200)
    return { code, recoveryCodes: confirmed.body['recoveryCodes'] as string[] }
  }

  async function askForNewPasskey(user: TestUser): Promise<PasskeyQuestion> {
    const { body, status } = await send(user, 'POST', '/passkey-options', { password })
    expect(status).toBe(200)
    return body['options'] as PasskeyQuestion
  }

  async function addPasskey(user: TestUser, passkey = new FakePasskey()) {
    const credential = passkey.create(await askForNewPasskey(user))
    const { body, status } = await send(user, 'POST', '/passkeys', { name: 'Laptop', credential })
    expect(status).toBe(200)
    return { passkey, recoveryCodes: body['recoveryCodes'] as string[] }
  }

  /** Gives the password. `pending` is the cookie for the second step. */
  async function logIn({ email }: TestUser, secret = password) {
    const body = { email, password: secret }
    const response = await request('POST', '/api/auth/login', { body, ip: toIp() })
    return { ...response, pending: findPending(response) }
  }

  const giveCode = (pending: string | undefined, code: string) =>
    request('POST', '/api/auth/second-factor', { cookie: pending, body: { code } })

  async function askForPasskey(pending: string | undefined): Promise<PasskeyQuestion> {
    const path = '/api/auth/second-factor/passkey-options'
    const { body, status } = await request('POST', path, { cookie: pending })
    expect(status).toBe(200)
    return body['options'] as PasskeyQuestion
  }

  const givePasskey = (pending: string | undefined, credential: object) =>
    request('POST', '/api/auth/second-factor/passkey', { cookie: pending, body: { credential } })

  const loadState = ({ cookie }: TestUser) => request('GET', '/api/second-factor', { cookie })

  return {
    newUser,
    send,
    addTotp,
    askForNewPasskey,
    addPasskey,
    logIn,
    giveCode,
    askForPasskey,
    givePasskey,
    loadState,
  }
}

function findPending({ headers }: TestResponse): string | undefined {
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  return set.find((line) => line.startsWith('doorman.pending='))?.split(';')[0]
}
