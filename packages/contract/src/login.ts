import { secondFactors } from '@doorman/domain/accounts/second-factor'
import * as z from 'zod/mini'
import { EnteredPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'

/** What the user is asked for next, if they have a second factor. */
export const SignInReply = z.object({ secondFactor: z.optional(z.array(z.enum(secondFactors))) })

/** Not in `auth.ts`, which every page of the app loads. */
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  input: z.object({ email: z.string().check(z.maxLength(254)), password: EnteredPassword }),
  reply: SignInReply,
})
