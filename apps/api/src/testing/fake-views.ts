import { auditLog } from '@doorman/db/schema'
import { UserId } from '@doorman/domain/ids'
import { setAdmin } from '@doorman/services/users/set-admin'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { FakeApp } from './fake-app.ts'

export const password = 'correct horse battery'

/** Admins who view the app as users, and what their browsers send. */
export function simulateViews({ request, ctx }: FakeApp) {
  let count = 0

  async function newUser() {
    const email = `view${(count += 1)}@example.com`
    const { cookie } = await request('POST', '/api/auth/register', {
      body: { email, password },
      ip: `198.51.100.${count}`,
    })
    const { body } = await request('GET', '/api/auth/me', { cookie })
    return { email, cookie, id: UserId.parse(body['id']) }
  }

  async function newAdmin() {
    const user = await newUser()
    await setAdmin(ctx, { email: user.email, isAdmin: true })
    return { ...user, cookie: await signIn(user) }
  }

  /** The cookie of one more browser. */
  async function signIn({ email }: { readonly email: string }): Promise<string | undefined> {
    const ip = `192.0.2.${(count += 1)}`
    return (await request('POST', '/api/auth/login', { body: { email, password }, ip })).cookie
  }

  const view = (cookie: string | undefined, targetUserId: string) =>
    request('POST', '/api/admin/switch-user', { cookie, body: { targetUserId } })

  /** An admin who views the app as a user. */
  async function newView() {
    const [admin, user] = [await newAdmin(), await newUser()]
    const { cookie, status, body } = await view(admin.cookie, user.id)
    expect({ status, body }).toEqual({ status: 200, body: { user: { email: user.email } } })
    return { admin, user, cookie }
  }

  return {
    newUser,
    newAdmin,
    signIn,
    view,
    newView,
    me: (cookie: string | undefined) => request('GET', '/api/auth/me', { cookie }),
    moveToBerlin: (cookie: string | undefined) =>
      request('PATCH', '/api/settings/time-zone', { cookie, body: { timeZone: 'Europe/Berlin' } }),
    recordsOf: (adminId: UserId) =>
      ctx.db.select().from(auditLog).where(eq(auditLog.actorId, adminId)).orderBy(asc(auditLog.id)),
  }
}
