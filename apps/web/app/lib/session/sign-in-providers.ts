import { listSignInProviders } from '@doorman/contract/social-sign-in'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { RouterContextProvider } from 'react-router'
import { orNull, serverCall } from '../api/server-call.ts'

/** On the server: the providers to sign in with. The forms work without them. */
export async function loadProviders({
  context,
}: {
  context: Readonly<RouterContextProvider>
}): Promise<readonly SignInProvider[]> {
  return (await orNull(serverCall(context)(listSignInProviders, {}))) ?? []
}
