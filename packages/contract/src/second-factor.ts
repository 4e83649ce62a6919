import { maxPasskeyNameLength } from '@doorman/domain/accounts/second-factor'
import { PasskeyId } from '@doorman/domain/ids'
import * as z from 'zod/mini'
import { EnteredPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { SignInReply } from './login.ts'

const Nothing = z.object({})
const WithPassword = z.object({ password: EnteredPassword })
/** A code of an authenticator app, or a recovery code. Spaces, dashes and case don't matter. */
const Code = z.string().check(z.minLength(1), z.maxLength(64))
const PasskeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter a name.'),
    z.maxLength(maxPasskeyNameLength, `Names have at most ${maxPasskeyNameLength} characters.`),
  )

const Base64Url = z.string().check(z.minLength(1), z.maxLength(16_384), z.regex(/^[\w-]+$/))
const CredentialId = z.string().check(z.maxLength(1_400), z.regex(/^[\w-]+$/))

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
const PasskeyQuestion = z.object({ options: z.record(z.string(), z.unknown()) })

/** Shown once. Empty if the user has recovery codes already. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const SecondFactorState = z.object({
  /** Users who sign in with Google or Microsoft have none at first. */
  hasPassword: z.boolean(),
  /** Whether the last factor cannot be removed: admins need one. */
  isRequired: z.boolean(),
  hasTotp: z.boolean(),
  passkeys: z.array(
    z.object({
      id: PasskeyId,
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  recoveryCodesLeft: z.number(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** After a sign-in with Google or Microsoft, whose redirect carries no reply. */
export const loadSecondStep = endpoint({
  method: 'GET',
  path: '/api/auth/second-factor',
  summary: 'Load what a sign-in that has begun asks for',
  input: Nothing,
  reply: SignInReply,
})

export const giveCode = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Finish a sign-in with a code of an app or a recovery code',
  input: z.object({ code: Code }),
  reply: Nothing,
})

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/passkey-options',
  summary: 'Ask for what a passkey has to sign to finish a sign-in',
  input: Nothing,
  reply: PasskeyQuestion,
})

export const givePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/passkey',
  summary: 'Finish a sign-in with a passkey',
  input: z.object({
    credential: z.object({
      id: CredentialId,
      response: z.object({
        clientDataJSON: Base64Url,
        authenticatorData: Base64Url,
        signature: Base64Url,
      }),
    }),
  }),
  reply: Nothing,
})

export const loadSecondFactor = endpoint({
  method: 'GET',
  path: '/api/second-factor',
  summary: 'Load the user’s authenticator app, passkeys and recovery codes',
  input: Nothing,
  reply: SecondFactorState,
})

/** The calls below ask for the password, except `confirmTotp` and `addPasskey`. */
export const setUpTotp = endpoint({
  method: 'POST',
  path: '/api/second-factor/totp',
  summary: 'Make a secret for an authenticator app',
  input: WithPassword,
  reply: z.object({
    secret: z.string(),
    /** The address of a picture. */
    qrCode: z.string(),
  }),
})

/** Ends every other login session of the user, as every change of factors does. */
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/second-factor/totp/confirm',
  summary: 'Turn the authenticator app on with its first code',
  input: z.object({ code: Code }),
  reply: RecoveryCodes,
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/second-factor/totp',
  summary: 'Remove the authenticator app',
  input: WithPassword,
  reply: Nothing,
})

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  summary: 'Make new recovery codes; the old ones stop working',
  input: WithPassword,
  reply: RecoveryCodes,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/second-factor/passkey-options',
  summary: 'Ask for what a new passkey has to sign',
  input: WithPassword,
  reply: PasskeyQuestion,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/second-factor/passkeys',
  summary: 'Add a passkey',
  input: z.object({
    name: PasskeyName,
    credential: z.object({
      id: CredentialId,
      response: z.object({
        clientDataJSON: Base64Url,
        attestationObject: Base64Url,
        transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
      }),
    }),
  }),
  reply: RecoveryCodes,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/second-factor/passkeys/:id',
  summary: 'Rename a passkey',
  input: z.object({ id: PasskeyId, name: PasskeyName, password: EnteredPassword }),
  reply: Nothing,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/second-factor/passkeys/:id',
  summary: 'Remove a passkey',
  input: z.object({ id: PasskeyId, password: EnteredPassword }),
  reply: Nothing,
})
