import { signInProviders } from '@doorman/domain/accounts/social-sign-in'
import * as z from 'zod/mini'
import { EnteredPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'

const Provider = z.enum(signInProviders)
/** The password is needed if the user has one. */
const WithPassword = z.object({ provider: Provider, password: z.optional(EnteredPassword) })
const Nothing = z.object({})

/**
 * Why a sign-in with a provider failed: `?error=` of the page that it was started on, the login page,
 * the registration page, or the account settings if the user was linking.
 */
export const signInErrors = [
  'denied',
  'expired',
  'failed',
  'account_exists',
  'no_address',
  'taken',
  'too_many',
  'too_many_accounts',
  'unavailable',
] as const
export type SignInError = (typeof signInErrors)[number]

/** `?welcome=` of the first page after a sign-in with a provider: a new user, or one we know. */
export const welcomes = ['new', 'back'] as const
export type Welcome = (typeof welcomes)[number]

export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  /** Providers that are set up on this server, or linked. */
  providers: z.array(
    z.object({ provider: Provider, isLinked: z.boolean(), isAvailable: z.boolean() }),
  ),
})
export type SignInMethods = z.infer<typeof SignInMethods>

export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'List the providers that visitors can sign in with',
  input: Nothing,
  reply: z.array(Provider),
})

export const loadSignInMethods = endpoint({
  method: 'GET',
  path: '/api/identities',
  summary: 'Load how the user can sign in',
  input: Nothing,
  reply: SignInMethods,
})

/** The browser goes to `authUrl`. The provider sends it back to the account settings. */
export const linkProvider = endpoint({
  method: 'POST',
  path: '/api/identities/:provider',
  summary: 'Link a Google or Microsoft account to sign in with',
  input: WithPassword,
  reply: z.object({ authUrl: z.string() }),
})

export const unlinkProvider = endpoint({
  method: 'DELETE',
  path: '/api/identities/:provider',
  summary: 'Unlink a Google or Microsoft account',
  input: WithPassword,
  reply: Nothing,
})
