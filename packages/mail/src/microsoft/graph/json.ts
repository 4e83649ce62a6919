import { MailError } from '../../mail-error.ts'

/** An answer of Graph or of the login host. Its fields are checked when they are read. */
export type Json = { readonly [key: string]: unknown }

/** `null` unless the text is a JSON object. */
export function parseJson(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : null
  } catch {
    return null
  }
}

export function readText(json: Json, key: string): string {
  const value = json[key]
  if (typeof value !== 'string') throw malformed(key)
  return value
}

/** Graph makes no difference between `null`, absent and empty. */
export function findText(json: Json, key: string): string | null {
  const value = json[key]
  return typeof value === 'string' && value !== '' ? value : null
}

export function readDate(json: Json, key: string): Date {
  const date = new Date(readText(json, key))
  if (Number.isNaN(date.getTime())) throw malformed(key)
  return date
}

export function findDate(json: Json, key: string): Date | null {
  const date = new Date(findText(json, key) ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

export function findJson(json: Json, key: string): Json | null {
  const value = json[key]
  return isJson(value) ? value : null
}

/** Empty if the field is absent or `null`. */
export function listJson(json: Json, key: string): readonly Json[] {
  const value = json[key] ?? []
  if (!Array.isArray(value) || !value.every(isJson)) throw malformed(key)
  return value
}

export function listText(json: Json, key: string): readonly string[] {
  const value = json[key]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function malformed(key: string): MailError {
  return new MailError('unavailable', `malformed-${key}`)
}
