import type { Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import type { Actor, Visitor } from './actor.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** `Set-Cookie` headers for the response. Services pass them on without reading them. */
export type SetCookies = readonly string[]

/** How a user has proved who they are. */
type Proofs = { readonly password: boolean; readonly secondFactor: boolean }

/** Login sessions. Takes the request's cookie header and returns cookies for the response. */
export type Login = {
  /**
   * The user and session of a cookie header, or `null` without a live session. With `isUse` the
   * session is extended: requests that a page repeats on its own do not count as use.
   */
  findActor(
    cookie: string | undefined,
    options?: { readonly isUse: boolean },
  ): Promise<Actor | null>
  /** Starts a session in this browser. Ends the one that it had. */
  startSession(db: Db, userId: UserId, visitor: Visitor, proofs: Proofs): Promise<SetCookies>
  /**
   * Starts an admin's view of a user, for an hour, or ends it with `null`. The session gets a new
   * token, so that a copy of the old cookie is worth nothing.
   */
  changeView(db: Db, sessionId: string, viewedUserId: UserId | null): Promise<SetCookies>
  /**
   * Remembers a sign-in that waits for the second factor. It takes a cookie of its own, which opens
   * nothing else.
   */
  startPendingSignIn(
    db: Db,
    userId: UserId,
    options: { readonly hasPassword: boolean },
  ): Promise<SetCookies>
  /** The pending sign-in of a cookie header; `null` if there is none or it is too old. */
  findPendingSignIn(cookie: string | undefined): Promise<PendingSignIn | null>
  /** Deletes the pending sign-in and its cookie. */
  endPendingSignIn(db: Db, cookie: string | undefined): Promise<SetCookies>
  /** Ends the session, and an admin's view of a user with it. */
  signOut(visitor: Visitor): Promise<SetCookies>
  /** The user's sessions that are alive, the latest used first, at most a hundred. */
  listSessions(userId: UserId): Promise<readonly LiveSession[]>
}

type LiveSession = {
  readonly id: string
  readonly network: string | null
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

export type PendingSignIn = {
  readonly tokenHash: string
  readonly userId: UserId
  readonly hasPassword: boolean
  readonly challenge: string | null
}
