import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter, chooseSystemUser, type SystemUser } from './system-user.ts'

/** The files of one embedded PostgreSQL, and the user it runs as (null: our own). */
export type DataFolder = {
  readonly home: string
  readonly cluster: string
  readonly passwordFile: string
  readonly logFile: string
  readonly systemUser: SystemUser | null
}

/**
 * The data is in `dataDir`, unless we are root and the user that PostgreSQL runs as cannot enter
 * it. In that case it is in /var/lib/doorman, and a log line says so.
 */
export async function prepareDataFolder(
  dataDir: string,
  log: (line: string) => void,
): Promise<DataFolder> {
  const home = await makeHome(dataDir)
  const systemUser = await chooseSystemUser(join(home, 'cluster'))
  if (systemUser === null || (await canEnter(systemUser, home)))
    return toDataFolder(home, systemUser)

  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const elsewhere = await makeHome(join(await makeHome('/var/lib/doorman'), name))
  log(`The database is in ${elsewhere}: PostgreSQL can’t run as root, and can’t enter ${home}.`)
  return toDataFolder(elsewhere, await chooseSystemUser(join(elsewhere, 'cluster')))
}

/** Returns the real path, so that a symlink to the folder leads to the same server. */
async function makeHome(folder: string): Promise<string> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined
  // The system user must be able to enter, whatever our umask is. The files inside are private.
  if (isNew) await chmod(folder, 0o755)
  return await realpath(folder)
}

function toDataFolder(home: string, systemUser: SystemUser | null): DataFolder {
  return {
    home,
    systemUser,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'password'),
    logFile: join(home, 'postgres.log'),
  }
}
