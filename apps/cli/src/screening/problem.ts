/** What could not be read. It says where, and never what stands there. */
export type Problem = {
  readonly kind: 'bad-message' | 'lost-file'
  readonly where: string
  readonly why: string
}

/** Why a file cannot be opened or read on; `null` for anything that is not the file's fault. */
export function findFileFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (error.code.startsWith('Z_')) return 'is damaged, or not compressed by gzip'
  if (/^E[A-Z0-9]+$/.test(error.code))
    return fileFaults[error.code] ?? `cannot be read (${error.code})`
  return null
}

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
}
