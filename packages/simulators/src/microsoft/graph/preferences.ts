import { notSimulated } from './graph-error.ts'

/** The preferences in a request's `Prefer` header. */
export type Preferences = {
  /** `IdType="ImmutableId"` (https://learn.microsoft.com/graph/outlook-immutable-id). */
  readonly immutableIds: boolean
  /** `odata.maxpagesize` (https://learn.microsoft.com/graph/api/message-delta). */
  readonly maxPageSize: number | null
  /** `outlook.body-content-type` (https://learn.microsoft.com/graph/api/message-get). */
  readonly bodyType: 'text' | 'html' | null
}

export function readPreferences(headers: Headers): Preferences {
  let preferences: Preferences = { immutableIds: false, maxPageSize: null, bodyType: null }
  for (const preference of (headers.get('prefer') ?? '').split(',').map((text) => text.trim())) {
    if (preference === '') continue
    preferences = { ...preferences, ...readPreference(preference) }
  }
  return preferences
}

/** Graph confirms preferences in a `Preference-Applied` header. */
export function toPreferenceApplied({ maxPageSize, bodyType }: Preferences): HeadersInit {
  const applied = [
    ...(maxPageSize === null ? [] : [`odata.maxpagesize=${maxPageSize}`]),
    ...(bodyType === null ? [] : [`outlook.body-content-type="${bodyType}"`]),
  ]
  return applied.length === 0 ? {} : { 'preference-applied': applied.join(', ') }
}

function readPreference(preference: string): Partial<Preferences> {
  const [, name = '', value = ''] = /^([^=\s]+)\s*=\s*"?([^"]*)"?$/.exec(preference) ?? []
  switch (name.toLowerCase()) {
    case 'idtype':
      if (value === 'ImmutableId') return { immutableIds: true }
      break
    case 'odata.maxpagesize':
      if (/^[1-9]\d*$/.test(value)) return { maxPageSize: Number(value) }
      break
    case 'outlook.body-content-type':
      if (value === 'text' || value === 'html') return { bodyType: value }
  }
  throw notSimulated(`the preference '${preference}'`)
}
