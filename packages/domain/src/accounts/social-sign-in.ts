import type { UserId } from '../ids.ts'

/** Providers that users can sign in with, as named in `accounts` and in callback URLs. */
export const signInProviders = ['google', 'microsoft'] as const
export type SignInProvider = (typeof signInProviders)[number]

export const providerNames: Readonly<Record<SignInProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
}

/** What we know about a person who comes from a provider. */
export type SignInFacts = {
  /** The user to whom this person is linked. */
  readonly linkedUser: UserId | null
  /** The user with the address that the provider names. */
  readonly userOfAddress: {
    readonly id: UserId
    readonly isVerified: boolean
    /** Another person at the same provider is linked: the address has changed hands. */
    readonly hasOtherPerson: boolean
  } | null
  /** False if the provider names no address, or something that isn't one. */
  readonly hasAddress: boolean
  /** Whether the provider proves that the address belongs to the person. */
  readonly isAddressTrusted: boolean
}

export type SignInDecision =
  | { readonly kind: 'sign-in' | 'link'; readonly userId: UserId }
  | { readonly kind: 'create'; readonly isVerified: boolean }
  | { readonly kind: 'refuse'; readonly reason: SignInRefusal }

export type SignInRefusal =
  /** There is an account with the address, and only its password opens it. */
  'account-exists' | 'no-address'

/**
 * What a sign-in with a provider does. The person's id decides; the address counts only for a person
 * we don't know. It opens an existing account only if both sides have proved it: otherwise a stranger
 * could register an address and wait for its owner, or claim the address of a user at a provider.
 */
export function decideSignIn(facts: SignInFacts): SignInDecision {
  const { linkedUser, userOfAddress, hasAddress, isAddressTrusted } = facts
  if (linkedUser !== null) return { kind: 'sign-in', userId: linkedUser }
  if (!hasAddress) return { kind: 'refuse', reason: 'no-address' }
  if (userOfAddress === null) return { kind: 'create', isVerified: isAddressTrusted }
  const isProved = isAddressTrusted && userOfAddress.isVerified && !userOfAddress.hasOtherPerson
  return isProved
    ? { kind: 'link', userId: userOfAddress.id }
    : { kind: 'refuse', reason: 'account-exists' }
}
