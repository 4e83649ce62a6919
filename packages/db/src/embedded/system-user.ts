import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Operating-system user that PostgreSQL runs as, if not our own. */
export type SystemUser = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root: then it runs as the owner of the data, or as `postgres`. */
export async function chooseSystemUser(cluster: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await findOwner(cluster)
  if (owner) return owner
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const systemUser = await findSystemUser(name)
    if (systemUser) return systemUser
  }
  throw new Error('PostgreSQL needs a system user other than root, such as "postgres" or "nobody".')
}

/** Runs a command without our environment (secrets), in a folder that any user can enter. */
export async function runAs(
  systemUser: SystemUser | null,
  command: string,
  args: readonly string[],
) {
  return await execute(command, args, { ...toProcessOptions(systemUser), windowsHide: true })
}

/** Options of `spawn` and `execFile`. On Windows, processes need their environment. */
export function toProcessOptions(systemUser: SystemUser | null) {
  const env = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } }
  return { ...systemUser, ...env, cwd: '/' }
}

export async function canEnter(systemUser: SystemUser, folder: string): Promise<boolean> {
  return await runAs(systemUser, '/bin/sh', ['-c', 'cd -- "$0"', folder]).then(
    () => true,
    () => false,
  )
}

async function findOwner(path: string): Promise<SystemUser | null> {
  const { uid, gid } = await stat(path).catch(() => ({ uid: 0, gid: 0 }))
  return uid === 0 ? null : { uid, gid }
}

async function findSystemUser(name: string): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return null
  }
}
