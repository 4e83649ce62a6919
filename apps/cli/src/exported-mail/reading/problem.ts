/** A file or message that can't be read. It says where, but never quotes content. */
export type Problem = {
  readonly kind: 'bad-message' | 'lost-file'
  readonly where: string
  readonly why: string
}

/** Why a file can't be opened or read; `null` if the error has another cause. */
export function describeFileError(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (error.code.startsWith('Z_')) return 'is damaged or not a gzip file'
  if (/^E[A-Z0-9]+$/.test(error.code))
    return fileFaults[error.code] ?? `cannot be read (${error.code})`
  return null
}

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'is not readable by this user',
  EPERM: 'is not readable by this user',
}
