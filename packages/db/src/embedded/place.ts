import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter, chooseAccount, type Account } from './account.ts'

/** Where one embedded PostgreSQL keeps its things, and who it runs as. */
export type Place = {
  readonly home: string
  readonly cluster: string
  readonly passwordFile: string
  readonly logFile: string
  readonly account: Account | null
}

/**
 * Settles where the data lives: in `dataDir`, unless we are root and the
 * account that PostgreSQL runs as cannot get there, which the caller is told.
 */
export async function preparePlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const home = await makeHome(dataDir)
  const account = await chooseAccount(join(home, 'cluster'))
  if (account === null || (await canEnter(account, home))) return toPlace(home, account)

  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const elsewhere = await makeHome(join(await makeHome('/var/lib/doorman'), name))
  log(`The database is in ${elsewhere}: PostgreSQL may not run as root nor enter ${home}.`)
  return toPlace(elsewhere, await chooseAccount(join(elsewhere, 'cluster')))
}

/** The real path of the folder, so that every way to it finds the same server. */
async function makeHome(folder: string): Promise<string> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined
  // The account must get through under any umask; what is secret inside is closed by itself.
  if (isNew) await chmod(folder, 0o755)
  return await realpath(folder)
}

function toPlace(home: string, account: Account | null): Place {
  return {
    home,
    account,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'password'),
    logFile: join(home, 'postgres.log'),
  }
}
