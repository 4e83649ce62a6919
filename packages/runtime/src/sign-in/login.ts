import type { Db } from '@doorman/db/client'
import { accounts, sessions, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { isSessionAlive, maxSessionMs } from '@doorman/domain/accounts/login-session'
import { minuteMs } from '@doorman/domain/time'
import type { Actor } from '@doorman/services/ports/actor'
import type { Credentials, Login, SetCookies } from '@doorman/services/ports/login'
import type { Passwords } from '@doorman/services/ports/passwords'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { findCookie, isSecure, toCookieName, toSetCookie } from './cookies.ts'
import { findAccount } from './find-account.ts'
import { hashToken, withHashedSessionTokens } from './session-storage.ts'

/** Time between two updates of `lastUsedAt`, so that not every request writes a row. */
const minUpdateIntervalMs = minuteMs

/**
 * Login sessions. better-auth creates users, sessions and cookies and checks passwords. We find and
 * end sessions with our own queries, and `isSessionAlive` decides how long a session lives.
 */
export function createLogin(options: {
  readonly db: Db
  readonly passwords: Passwords
  readonly now: () => Date
  readonly publicUrl: string
  readonly secret: string
}): Login {
  const { db, passwords, now } = options
  const cookieName = toCookieName('doorman.session', options.publicUrl)
  const auth = betterAuth({
    baseURL: options.publicUrl,
    secret: options.secret,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: withHashedSessionTokens(
      drizzleAdapter(db, {
        provider: 'pg',
        schema: { user: users, session: sessions, account: accounts },
        transaction: true,
      }),
      now,
    ),
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: 1024,
      password: {
        hash: passwords.hash,
        verify: ({ password, hash }) => passwords.verify(password, hash),
      },
    },
    session: { expiresIn: maxSessionMs / 1000, disableSessionRefresh: true },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      cookies: {
        session_token: { name: cookieName, attributes: { secure: isSecure(options.publicUrl) } },
      },
    },
  })

  async function findActor(cookie: string | undefined): Promise<Actor | null> {
    const token = findToken(cookie, cookieName)
    if (token === null) return null
    const at = now()
    const [found] = await db
      .select({
        sessionId: sessions.id,
        userId: sessions.userId,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
        role: users.role,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.token, hashToken(token)), gt(sessions.expiresAt, at)))
    if (!found) return null

    const { sessionId, userId, createdAt, lastUsedAt } = found
    const isAdmin = found.role === 'admin'
    if (!isSessionAlive({ createdAt, lastUsedAt, isAdmin }, at)) return null
    const stale = new Date(at.getTime() - minUpdateIntervalMs)
    if (lastUsedAt < stale)
      await db
        .update(sessions)
        .set({ updatedAt: at })
        .where(and(eq(sessions.id, sessionId), lt(sessions.updatedAt, stale)))
    return { userId, sessionId }
  }

  async function endSession(cookie: string | undefined): Promise<void> {
    const token = findToken(cookie, cookieName)
    if (token !== null) await db.delete(sessions).where(eq(sessions.token, hashToken(token)))
  }

  /** Replaces a hash with older cost parameters. Only a login has the password to do this. */
  async function renewHash({ email, password }: Credentials): Promise<void> {
    const found = await findAccount(db, email)
    if (!found?.password || passwords.isCurrent(found.password)) return
    await db
      .update(accounts)
      .set({ password: await passwords.hash(password) })
      .where(eq(accounts.id, found.accountId))
  }

  /**
   * Returns the cookies that better-auth sets, or `null` if it rejects the call with one of these
   * codes.
   */
  async function toCookies(
    call: Promise<{ headers: Headers }>,
    ...expectedCodes: readonly string[]
  ): Promise<SetCookies | null> {
    try {
      return (await call).headers.getSetCookie()
    } catch (error) {
      if (isAPIError(error) && expectedCodes.includes(error.body?.code ?? '')) return null
      if (isAPIError(error) && error.statusCode === 401)
        throw new AppError('unauthenticated', 'Please sign in.')
      // better-auth hides database errors. If the database is down, this query throws the real one.
      await db.execute(sql`select 1`)
      throw error
    }
  }

  return {
    findActor,

    async register(credentials) {
      try {
        return await toCookies(
          auth.api.signUpEmail({ body: { ...credentials, name: '' }, returnHeaders: true }),
          'USER_ALREADY_EXISTS',
          'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
        )
      } catch (error) {
        // Two registrations of one address race: the second one fails at the unique constraint.
        if (await findAccount(db, credentials.email)) return null
        throw error
      }
    },

    async signIn(credentials, cookie) {
      const cookies = await toCookies(
        auth.api.signInEmail({ body: credentials, returnHeaders: true }),
        'INVALID_EMAIL_OR_PASSWORD',
        'INVALID_EMAIL',
      )
      if (cookies) {
        await endSession(cookie)
        await renewHash(credentials)
      }
      return cookies
    },

    async signOut(cookie) {
      await endSession(cookie)
      return [toSetCookie(cookieName, '', 0)]
    },
  }
}

/**
 * The session token in a cookie header, without better-auth's signature. The signature needs no
 * check: a token has 256 random bits, and the table stores only hashes.
 */
function findToken(cookie: string | undefined, name: string): string | null {
  return findCookie(cookie, name)?.split(/\.|%2E/i)[0] || null
}
