import type { Db } from '@doorman/db/client'
import { accounts, sessions, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { isSessionAlive, longestSessionMs } from '@doorman/domain/login-session'
import type { Actor } from '@doorman/services/context'
import type { Credentials, Login, SetCookies } from '@doorman/services/login'
import type { Passwords } from '@doorman/services/passwords'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { hashToken, withOurSessions } from './session-storage.ts'

/** A use is written down at most this often, so that reading a page does not write a row each time. */
const touchEveryMs = 60_000

/**
 * Login sessions. better-auth makes users, sessions and cookies and checks
 * passwords; finding and ending a session is one query of ours, and how long it
 * lives a rule of ours.
 */
export function createLogin(world: {
  readonly db: Db
  readonly passwords: Passwords
  readonly now: () => Date
  readonly publicUrl: string
  readonly secret: string
}): Login {
  const { db, passwords, now } = world
  const isSecure = world.publicUrl.startsWith('https:')
  const cookieName = isSecure ? '__Host-doorman.session' : 'doorman.session'
  const auth = betterAuth({
    baseURL: world.publicUrl,
    secret: world.secret,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: withOurSessions(
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
    session: { expiresIn: longestSessionMs / 1000, disableSessionRefresh: true },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      cookies: { session_token: { name: cookieName, attributes: { secure: isSecure } } },
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
    const stale = new Date(at.getTime() - touchEveryMs)
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

  /** S3: a password hashed at an older cost is hashed anew when its owner shows it. */
  async function renewHash({ email, password }: Credentials): Promise<void> {
    const found = await findHash(db, email)
    if (!found?.password || passwords.isCurrent(found.password)) return
    await db
      .update(accounts)
      .set({ password: await passwords.hash(password) })
      .where(eq(accounts.id, found.accountId))
  }

  /** The cookies of what better-auth does, or `null` when it refuses for one of these reasons. */
  async function cookiesOf(
    call: Promise<{ headers: Headers }>,
    ...refusals: readonly string[]
  ): Promise<SetCookies | null> {
    try {
      return (await call).headers.getSetCookie()
    } catch (error) {
      if (isAPIError(error) && refusals.includes(error.body?.code ?? '')) return null
      if (isAPIError(error) && error.statusCode === 401)
        throw new AppError('unauthenticated', 'Please sign in.')
      // better-auth hides what the database said. If it is away, this says so.
      await db.execute(sql`select 1`)
      throw error
    }
  }

  return {
    findActor,

    async register(credentials) {
      try {
        return await cookiesOf(
          auth.api.signUpEmail({ body: { ...credentials, name: '' }, returnHeaders: true }),
          'USER_ALREADY_EXISTS',
          'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
        )
      } catch (error) {
        // Two at once: the loser fails in the database, for the same reason.
        if (await findHash(db, credentials.email)) return null
        throw error
      }
    },

    async signIn(credentials, cookie) {
      const cookies = await cookiesOf(
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
      const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
      return [`${cookieName}=; Max-Age=0; ${attributes}`]
    },

    changePassword: (cookie = '', input) =>
      cookiesOf(
        auth.api.changePassword({
          headers: new Headers({ cookie }),
          body: { ...input, revokeOtherSessions: true },
          returnHeaders: true,
        }),
        'INVALID_PASSWORD',
      ),
  }
}

async function findHash(db: Db, email: string) {
  const [found] = await db
    .select({ accountId: accounts.id, password: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, 'credential')))
  return found
}

/**
 * The token of a cookie header. better-auth signs it; we need not check that,
 * because nobody guesses 256 bits and the table knows only hashes.
 */
function findToken(cookie: string | undefined, name: string): string | null {
  const pair = cookie?.split('; ').find((candidate) => candidate.startsWith(`${name}=`))
  return pair?.slice(name.length + 1).split(/\.|%2E/i)[0] || null
}
