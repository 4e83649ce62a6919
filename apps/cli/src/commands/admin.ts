import { openDb } from '@doorman/db/client'
import { AppError } from '@doorman/domain/app-error'
import { EmailAddress } from '@doorman/domain/mail/email-address'
import { loadConfig } from '@doorman/runtime/config/config'
import { createJobQueue } from '@doorman/runtime/jobs/job-queue'
import { createLogger } from '@doorman/runtime/logger'
import type { Context } from '@doorman/services/ports/context'
import { resetSecondFactor } from '@doorman/services/users/second-factor/reset-second-factor'
import { setAdmin } from '@doorman/services/users/set-admin'
import { openDatabase } from '../product/open-database.ts'
import { prepareDatabase } from '../product/prepare-database.ts'

type Parts = Pick<Context, 'db' | 'now'> & { readonly databaseUrl: string }

/** What the operator does to a user's account, and the sentence that says so. */
const verbs: Readonly<Record<string, (parts: Parts, email: string) => Promise<string>>> = {
  async grant(ctx, email) {
    await setAdmin(ctx, { email, isAdmin: true })
    return `${email} is now an admin.`
  },
  async revoke(ctx, email) {
    await setAdmin(ctx, { email, isAdmin: false })
    return `${email} is no longer an admin.`
  },
  async 'reset-second-factor'({ databaseUrl, ...ctx }, email) {
    const jobs = await createJobQueue(databaseUrl, createLogger('warn'))
    await resetSecondFactor({ ...ctx, jobs }, { email }).finally(() => jobs.stop())
    return `${email} signs in without a second factor now, and gets an email about it.`
  },
}

/** Grants or revokes the admin role, which only this command can, or resets a second factor. */
export async function admin(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [verb = '', address, ...rest] = args
  const email = EmailAddress.safeParse(address)
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act || !email.success || rest.length > 0)
    throw new AppError('invalid', 'Usage: doorman admin grant|revoke|reset-second-factor EMAIL')

  const config = loadConfig(env)
  const database = await openDatabase(config, { mayShare: true })
  try {
    await prepareDatabase(database.url, config, { mustBeDurable: false })
    const { db, close } = openDb(database.url)
    const parts = { db, now: () => new Date(), databaseUrl: database.url }
    console.log(await act(parts, email.data).finally(close))
  } finally {
    await database.stop()
  }
}
