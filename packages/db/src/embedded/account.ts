import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Who PostgreSQL runs as where it is not ourselves. */
export type Account = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root, so root lends it the account that owns the data, or a humble one. */
export async function chooseAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await findOwner(cluster)
  if (owner) return owner
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = await findAccount(name)
    if (account) return account
  }
  throw new Error('PostgreSQL needs an account other than root, such as "postgres" or "nobody".')
}

/** Runs a command as the account, in a folder everyone may be in, and without our secrets around it. */
export async function runAs(account: Account | null, command: string, args: readonly string[]) {
  return await execute(command, args, { ...asAccount(account), windowsHide: true })
}

/** The options of a child process that runs as the account. Windows cannot do without its environment. */
export function asAccount(account: Account | null) {
  const env = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } }
  return { ...account, ...env, cwd: '/' }
}

export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return await runAs(account, '/bin/sh', ['-c', 'cd -- "$0"', folder]).then(
    () => true,
    () => false,
  )
}

async function findOwner(path: string): Promise<Account | null> {
  const { uid, gid } = await stat(path).catch(() => ({ uid: 0, gid: 0 }))
  return uid === 0 ? null : { uid, gid }
}

async function findAccount(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return null
  }
}
