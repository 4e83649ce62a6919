import type { Actor } from './actor.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** `Set-Cookie` headers for the response. Services pass them on without reading them. */
export type SetCookies = readonly string[]

/** Login sessions. Takes the request's cookie header and returns cookies for the response. */
export type Login = {
  /**
   * The user and session of a cookie header, or `null` without a live session. Extends the session.
   */
  findActor(cookie: string | undefined): Promise<Actor | null>
  /** Creates the user and signs them in; `null` if the address is taken. */
  register(credentials: Credentials): Promise<SetCookies | null>
  /** `null` if the address or password is wrong. Ends the session of `cookie`, if there is one. */
  signIn(credentials: Credentials, cookie: string | undefined): Promise<SetCookies | null>
  signOut(cookie: string | undefined): Promise<SetCookies>
}
