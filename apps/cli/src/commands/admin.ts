import { openDb } from '@doorman/db/client'
import { AppError } from '@doorman/domain/app-error'
import { EmailAddress } from '@doorman/domain/mail/email-address'
import { loadConfig } from '@doorman/runtime/config/config'
import { setAdmin } from '@doorman/services/users/set-admin'
import { openDatabase } from '../product/open-database.ts'
import { prepareDatabase } from '../product/prepare-database.ts'

/** Makes a user an admin, or removes the role. There is no other way to become an admin. */
export async function admin(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [verb, address, ...rest] = args
  const email = EmailAddress.safeParse(address)
  if ((verb !== 'grant' && verb !== 'revoke') || !email.success || rest.length > 0)
    throw new AppError('invalid', 'Usage: doorman admin grant|revoke EMAIL')

  const config = loadConfig(env)
  const database = await openDatabase(config, { mayShare: true })
  try {
    await prepareDatabase(database.url, config, { mustBeDurable: false })
    const { db, close } = openDb(database.url)
    await setAdmin({ db }, { email: email.data, isAdmin: verb === 'grant' }).finally(close)
    console.log(
      verb === 'grant' ? `${email.data} is now an admin.` : `${email.data} is no longer an admin.`,
    )
  } finally {
    await database.stop()
  }
}
