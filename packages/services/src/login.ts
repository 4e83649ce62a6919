import type { Actor } from './context.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** What the browser must be told to remember or forget. Handed on as it is, never read. */
export type SetCookies = readonly string[]

/** Login sessions: cookies in, cookies out. */
export type Login = {
  /** The login session a cookie header stands for, if it is alive. Asking counts as using it. */
  findActor(cookie: string | undefined): Promise<Actor | null>
  /** Makes the user and signs them in; `null` when the address is taken. */
  register(credentials: Credentials): Promise<SetCookies | null>
  /** `null` when address and password do not belong together. A login session already held ends. */
  signIn(credentials: Credentials, cookie: string | undefined): Promise<SetCookies | null>
  signOut(cookie: string | undefined): Promise<SetCookies>
  /** Ends every login session of the user and starts a new one; `null` when the current password is wrong. */
  changePassword(
    cookie: string | undefined,
    input: { readonly currentPassword: string; readonly newPassword: string },
  ): Promise<SetCookies | null>
}
