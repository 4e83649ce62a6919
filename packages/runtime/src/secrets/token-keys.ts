import { keyBytes, type TokenKey } from './key-ring.ts'

/** Parses `2:base64,1:base64`, the sealing key first. Returns `null` if the text is not valid. */
export function parseTokenKeys(text: string): readonly [TokenKey, ...TokenKey[]] | null {
  const keys = text.split(',').map(parseKey)
  const [newest, ...older] = keys.filter((key) => key !== null)
  const versions = new Set(keys.map((key) => key?.version))
  return newest && older.length + 1 === keys.length && versions.size === keys.length
    ? [newest, ...older]
    : null
}

export function formatTokenKey({ version, key }: TokenKey): string {
  return `${version}:${key.toString('base64')}`
}

function parseKey(text: string): TokenKey | null {
  const [, version = '', encoded = ''] = /^\s*([1-9]\d{0,8}):([\w+/=-]+)\s*$/.exec(text) ?? []
  const key = Buffer.from(encoded, 'base64')
  return key.length === keyBytes ? { version: Number(version), key } : null
}
