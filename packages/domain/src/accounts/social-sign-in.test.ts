import { describe, expect, test } from 'vitest'
import type { UserId } from '../ids.ts'
import { isGoogleAddressTrusted, isMicrosoftAddressTrusted } from './provider-address.ts'
import { decideSignIn, type SignInFacts } from './social-sign-in.ts'

const ann = 'ann' as UserId
const bob = 'bob' as UserId
const stranger: SignInFacts = {
  linkedUser: null,
  userOfAddress: null,
  hasAddress: true,
  isAddressTrusted: true,
}
const verified = { id: ann, isVerified: true, hasOtherPerson: false }
const refusal = { kind: 'refuse', reason: 'account-exists' }

describe('a sign-in with a provider', () => {
  test.each([
    ['a known person signs in', { linkedUser: ann }, { kind: 'sign-in', userId: ann }],
    [
      'a known person signs in, whatever the address is now',
      { linkedUser: ann, userOfAddress: { ...verified, id: bob }, isAddressTrusted: false },
      { kind: 'sign-in', userId: ann },
    ],
    [
      'a known person signs in without an address',
      { linkedUser: ann, hasAddress: false },
      { kind: 'sign-in', userId: ann },
    ],
    ['a new person gets a verified account', {}, { kind: 'create', isVerified: true }],
    [
      'a new person whose address is not proved gets an unverified account',
      { isAddressTrusted: false },
      { kind: 'create', isVerified: false },
    ],
    [
      'an address proved on both sides links the account',
      { userOfAddress: verified },
      { kind: 'link', userId: ann },
    ],
    [
      'an address that the provider does not prove opens no account',
      { userOfAddress: verified, isAddressTrusted: false },
      refusal,
    ],
    [
      'an account whose address was never confirmed is not linked',
      { userOfAddress: { ...verified, isVerified: false } },
      refusal,
    ],
    [
      'an account linked to another person is not linked again',
      { userOfAddress: { ...verified, hasOtherPerson: true } },
      refusal,
    ],
    [
      'a new person without an address gets no account',
      { hasAddress: false },
      { kind: 'refuse', reason: 'no-address' },
    ],
  ])('%s', (_case, facts, decision) => {
    expect(decideSignIn({ ...stranger, ...facts })).toEqual(decision)
  })
})

describe('the address of a Google account', () => {
  test.each([
    ['at Gmail', { address: 'ann@gmail.com', isVerified: true, hostedDomain: null }, true],
    ['in Workspace', { address: 'ann@own.test', isVerified: true, hostedDomain: 'own.test' }, true],
    [
      'under another domain of the same Workspace',
      { address: 'ann@alias.test', isVerified: true, hostedDomain: 'own.test' },
      true,
    ],
    [
      'elsewhere, confirmed once',
      { address: 'ann@own.test', isVerified: true, hostedDomain: null },
      false,
    ],
    [
      'not verified',
      { address: 'ann@gmail.com', isVerified: false, hostedDomain: 'own.test' },
      false,
    ],
    [
      'at a look-alike of Gmail',
      { address: 'ann@gmail.com.evil.test', isVerified: true, hostedDomain: null },
      false,
    ],
  ])('%s: trusted is %s', (_case, account, isTrusted) => {
    expect(isGoogleAddressTrusted(account)).toBe(isTrusted)
  })
})

describe('the address of a Microsoft account', () => {
  const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
  test.each([
    ['personal, at Outlook', { tenantId: personal, address: 'ann@outlook.com' }, true],
    ['personal, elsewhere', { tenantId: personal, address: 'ann@gmail.com' }, false],
    ['of an organisation', { tenantId: 'an-organisation', address: 'ann@own.test' }, false],
    [
      'at Outlook, as an organisation claims',
      { tenantId: 'an-organisation', address: 'ann@outlook.com' },
      false,
    ],
  ])('%s: trusted is %s', (_case, account, isTrusted) => {
    expect(isMicrosoftAddressTrusted(account)).toBe(isTrusted)
  })
})
