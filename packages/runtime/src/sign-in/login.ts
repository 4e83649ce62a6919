import type { Db } from '@doorman/db/client'
import { pendingSignIns, sessions, users } from '@doorman/db/schema'
import type { ViewEndReason } from '@doorman/domain/accounts/audit'
import {
  isSessionAlive,
  maxSessionMs,
  maxViewMs,
  pendingSignInMs,
} from '@doorman/domain/accounts/login-session'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { minuteMs, secondMs } from '@doorman/domain/time'
import type { Actor, Visitor } from '@doorman/services/ports/actor'
import type { Login, SetCookies } from '@doorman/services/ports/login'
import { endSessions } from '@doorman/services/users/end-sessions'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { createHash, randomBytes } from 'node:crypto'
import { findCookie, sessionCookieName, toCookieName, toSetCookie } from './cookies.ts'

/** Time between two updates of `lastUsedAt`, so that not every request writes a row. */
const minUpdateIntervalMs = minuteMs
const maxUserAgentLength = 300
const maxListedSessions = 100

/**
 * Login sessions in PostgreSQL. The browser gets a random token of 256 bits, the table its hash:
 * a copy of the database does not let anyone sign in. `isSessionAlive` decides how long a session lives.
 */
export function createLogin({
  db,
  now,
  publicUrl,
}: {
  readonly db: Db
  readonly now: () => Date
  readonly publicUrl: string
}): Login {
  const sessionCookie = toCookieName(sessionCookieName, publicUrl)
  const pendingCookie = toCookieName('doorman.pending', publicUrl)

  async function findActor(
    cookie: string | undefined,
    { isUse } = { isUse: true },
  ): Promise<Actor | null> {
    const token = findToken(cookie, sessionCookie)
    if (token === null) return null
    const at = now()
    const viewed = alias(users, 'viewed')
    const [found] = await db
      .select({
        sessionId: sessions.id,
        userId: sessions.userId,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
        role: users.role,
        viewedUserId: sessions.viewedUserId,
        viewEndsAt: sessions.viewEndsAt,
        existingViewedId: viewed.id,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(viewed, eq(viewed.id, sessions.viewedUserId))
      .where(and(eq(sessions.token, hashToken(token)), gt(sessions.expiresAt, at)))
    if (!found) return null

    const { sessionId, userId, createdAt, lastUsedAt, viewedUserId } = found
    const isAdmin = found.role === 'admin'
    if (!isSessionAlive({ createdAt, lastUsedAt, isAdmin }, at)) return null
    const stale = new Date(at.getTime() - minUpdateIntervalMs)
    if (isUse && lastUsedAt < stale)
      await db
        .update(sessions)
        .set({ updatedAt: at })
        .where(and(eq(sessions.id, sessionId), lt(sessions.updatedAt, stale)))
    if (viewedUserId === null) return { userId, sessionId }

    const viewEndedBy = findViewEnd({ ...found, isAdmin }, at)
    return viewEndedBy === null
      ? { userId: viewedUserId, sessionId, viewerId: userId }
      : { userId, sessionId, viewEndedBy }
  }

  async function endSession(
    target: Db,
    { cookie, network: ip }: Visitor,
    reason: ViewEndReason,
  ): Promise<void> {
    const token = findToken(cookie, sessionCookie)
    if (token === null) return
    await endSessions({ now }, target, eq(sessions.token, hashToken(token)), { reason, ip })
  }

  const toSessionCookie = (token: string): SetCookies => [
    toSetCookie(sessionCookie, token, maxSessionMs / secondMs),
  ]

  return {
    findActor,

    async startSession(target, userId, visitor, proofs) {
      const { network, userAgent } = visitor
      const token = createToken()
      const at = now()
      await target.insert(sessions).values({
        userId,
        token: hashToken(token),
        expiresAt: new Date(at.getTime() + maxSessionMs),
        createdAt: at,
        updatedAt: at,
        network,
        userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null,
        passwordAt: proofs.password ? at : null,
        secondFactorAt: proofs.secondFactor ? at : null,
      })
      await endSession(target, visitor, 'signed-in-again')
      return toSessionCookie(token)
    },

    async changeView(target, sessionId, viewedUserId) {
      const token = createToken()
      const viewEndsAt = viewedUserId === null ? null : new Date(now().getTime() + maxViewMs)
      const changed = await target
        .update(sessions)
        .set({ token: hashToken(token), viewedUserId, viewEndsAt })
        .where(eq(sessions.id, sessionId))
      if (changed.rowCount === 0) throw new AppError('unauthenticated', 'Please sign in.')
      return toSessionCookie(token)
    },

    async startPendingSignIn(target, userId, { hasPassword }) {
      const token = createToken()
      await target.insert(pendingSignIns).values({
        tokenHash: hashToken(token),
        userId,
        hasPassword,
        expiresAt: new Date(now().getTime() + pendingSignInMs),
      })
      return [toSetCookie(pendingCookie, token, pendingSignInMs / secondMs)]
    },

    async findPendingSignIn(cookie) {
      const token = findToken(cookie, pendingCookie)
      if (token === null) return null
      const [found] = await db
        .select()
        .from(pendingSignIns)
        .where(
          and(eq(pendingSignIns.tokenHash, hashToken(token)), gt(pendingSignIns.expiresAt, now())),
        )
      return found ?? null
    },

    async endPendingSignIn(target, cookie) {
      const token = findToken(cookie, pendingCookie)
      if (token !== null)
        await target.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, hashToken(token)))
      return [toSetCookie(pendingCookie, '', 0)]
    },

    async signOut(visitor) {
      await db.transaction((tx) => endSession(tx, visitor, 'signed-out'))
      return [toSetCookie(sessionCookie, '', 0)]
    },

    async listSessions(userId) {
      const at = now()
      const found = await db
        .select({
          id: sessions.id,
          network: sessions.network,
          userAgent: sessions.userAgent,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.updatedAt,
          role: users.role,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, at)))
        .orderBy(desc(sessions.updatedAt))
        .limit(maxListedSessions)
      return found.filter(({ role, ...session }) =>
        isSessionAlive({ ...session, isAdmin: role === 'admin' }, at),
      )
    },
  }
}

/** Why a view has ended, or `null` while it lasts. */
function findViewEnd(
  view: {
    readonly isAdmin: boolean
    /** `null` if the viewed user is deleted. */
    readonly existingViewedId: UserId | null
    readonly viewEndsAt: Date | null
  },
  at: Date,
): ViewEndReason | null {
  if (!view.isAdmin) return 'role-changed'
  if (view.existingViewedId === null) return 'account-deleted'
  return view.viewEndsAt === null || view.viewEndsAt <= at ? 'expired' : null
}

function createToken(): string {
  return randomBytes(32).toString('base64url')
}

function hashToken(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('base64url')}`
}

/** The token in a cookie header. Cookies of earlier versions end with a signature, cut off here. */
function findToken(cookie: string | undefined, name: string): string | null {
  return findCookie(cookie, name)?.split(/\.|%2E/i)[0] || null
}
