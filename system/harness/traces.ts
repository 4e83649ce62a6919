import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '@doorman/simulators/world/world'

export type RecordedCalls = {
  /** Access tokens and keys. */
  readonly tokens: ReadonlySet<string>
  readonly providers: Promise<string>[]
  readonly stripe: Promise<string>[]
  readonly model: Promise<string>[]
}

/** Records every call to the providers, to Stripe and to the language model. */
export function recordCalls({ faults }: World): RecordedCalls {
  const tokens = new Set<string>()
  const recorded = { tokens, providers: [], stripe: [], model: [] } as RecordedCalls
  const note = (request: Request, to: Promise<string>[]) => {
    const token = /^Bearer (.+)/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (token !== undefined) tokens.add(token)
    const headers = JSON.stringify(
      [...request.headers].filter(([name]) => name !== 'authorization'),
    )
    to.push(
      request
        .clone()
        .text()
        .then((text) => `${request.url} ${headers} ${text}`),
    )
    return false
  }
  const hosts = {
    google: recorded.providers,
    microsoft: recorded.providers,
    stripe: recorded.stripe,
    'language-model': recorded.model,
  } as const
  for (const [provider, to] of Object.entries(hosts))
    faults.push({
      provider: provider as keyof typeof hosts,
      effect: 'cut',
      match: (request) => note(request, to),
    })
  return recorded
}

/** Every file of a folder as text. PostgreSQL may delete a file between the listing and the read. */
export function readFiles(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readIfThere(join(entry.parentPath, entry.name)))
    .join('\n')
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
