import { secondMs } from '@doorman/domain/time'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { FakePasskey } from '../testing/fake-passkey.ts'
import { createSecondFactors } from './second-factors.ts'

const publicUrl = 'https://doorman.example'
const time = new Date('2026-11-17T12:00:10Z').getTime()
const at = (ms: number) => createSecondFactors({ now: () => new Date(ms), publicUrl })
const factors = at(time)

describe('codes of an app', () => {
  /** The first test vector of RFC 6238: SHA-1, at 59 seconds. */
  const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer })

  test('are those of RFC 6238', () => {
    expect(at(59 * secondMs).checkTotp(secret.base32, '287082')).toBe(1)
  })

  test('work from 30 seconds before to 30 seconds after, and say which 30 seconds they are of', () => {
    const totp = new TOTP({ secret })
    const step = Math.floor(time / (30 * secondMs))
    const steps = [-2, -1, 0, 1, 2].map((away) => {
      const code = totp.generate({ timestamp: time + away * 30 * secondMs })
      return factors.checkTotp(secret.base32, code)
    })
    expect(steps).toEqual([null, step - 1, step, step + 1, null])
  })

  test.each(['', '28708', '2870822', 'abcdef', '２８７０８２'])('%j is not a code', (code) => {
    expect(at(59 * secondMs).checkTotp(secret.base32, code)).toBeNull()
  })

  test('come from a new secret of 160 bits each time, with a picture for the app', () => {
    const one = factors.createTotp('ann@example.com')
    expect(one.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(one.qrCode).toMatch(/^data:image\/svg\+xml,%3Csvg/)
    expect(factors.createTotp('ann@example.com').secret).not.toBe(one.secret)
  })
})

describe('a passkey', () => {
  const user = { id: 'ann', email: 'ann@example.com' }

  async function addPasskey(passkey = new FakePasskey(publicUrl)) {
    const question = await factors.askForNewPasskey(user, [])
    const stored = await factors.checkNewPasskey(passkey.create(question), question.challenge)
    if (!stored) throw new Error('The passkey was refused')
    return { passkey, stored }
  }

  test('is asked for by this site, and not made twice on the same authenticator', async () => {
    const { stored } = await addPasskey()
    const question = await factors.askForNewPasskey(user, [stored])
    expect(question).toMatchObject({
      rp: { id: 'doorman.example', name: 'Doorman' },
      user: { name: 'ann@example.com' },
      excludeCredentials: [{ id: stored.credentialId, transports: ['internal'] }],
    })
    const other = await factors.askForNewPasskey(user, [stored])
    expect(other.challenge).not.toBe(question.challenge)
  })

  test('signs in with a signature of the challenge', async () => {
    const { passkey, stored } = await addPasskey()
    const question = await factors.askForPasskey([stored])
    expect(question).toMatchObject({
      rpId: 'doorman.example',
      allowCredentials: [{ id: passkey.id }],
    })
    const signed = passkey.sign(question, { counter: 7 })
    expect(await factors.checkPasskey(signed, question.challenge, stored)).toEqual({ counter: 7 })
  })

  test.each([
    ['of another site', { origin: 'https://doorman.example.evil.example' }],
    ['for another challenge', { challenge: 'YW5vdGhlcg' }],
    ['whose counter went back: a copy', { counter: 4 }],
  ])('is refused with a signature %s', async (_case, answer) => {
    const { passkey, stored } = await addPasskey()
    const question = await factors.askForPasskey([stored])
    const signed = passkey.sign(question, { counter: 6, ...answer })
    const copied = { ...stored, counter: 5 }
    expect(await factors.checkPasskey(signed, question.challenge, copied)).toBeNull()
  })

  test('is refused with the signature of another passkey', async () => {
    const { stored } = await addPasskey()
    const question = await factors.askForPasskey([stored])
    const signed = { ...new FakePasskey(publicUrl).sign(question), id: stored.credentialId }
    expect(await factors.checkPasskey(signed, question.challenge, stored)).toBeNull()
  })

  test.each([
    ['on another site', { origin: 'https://evil.example' }],
    ['for another challenge', { challenge: 'YW5vdGhlcg' }],
  ])('is not added if it was made %s', async (_case, answer) => {
    const question = await factors.askForNewPasskey(user, [])
    const made = new FakePasskey(publicUrl).create(question, answer)
    expect(await factors.checkNewPasskey(made, question.challenge)).toBeNull()
  })

  test.each(['', 'e30', '!', 'A'.repeat(16_384)])(
    'nonsense in place of an answer is refused',
    async (text) => {
      const { stored } = await addPasskey()
      const { challenge } = await factors.askForPasskey([stored])
      const response = { clientDataJSON: text, authenticatorData: text, signature: text }
      const id = stored.credentialId
      expect(await factors.checkPasskey({ id, response }, challenge, stored)).toBeNull()
      const made = { clientDataJSON: text, attestationObject: text }
      expect(await factors.checkNewPasskey({ id, response: made }, challenge)).toBeNull()
    },
  )
})
