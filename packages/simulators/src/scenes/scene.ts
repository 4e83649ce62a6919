import { readFileSync } from 'node:fs'

/** One message of a scene: one line of its file. */
export type SceneMessage = {
  /** Unique in its scene. */
  readonly id: string
  readonly folder: 'inbox' | 'sent' | 'archive'
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  /** Minutes before the scene is opened; 0 for later arrivals. */
  readonly minutesAgo: number
  readonly isRead: boolean
  /** The `id` of the message it replies to. */
  readonly inReplyTo: string | null
  /** Additional headers, apart from From, To, Date and so on. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string | null
}

/** A person's messages: those in the mailbox, oldest first, and those that arrive later. */
export type Scene = {
  readonly messages: readonly SceneMessage[]
  readonly arrivals: readonly SceneMessage[]
}

export type SceneName = 'founder' | 'engineer' | 'cfo'

/**
 * Loads a scene, and replaces the organisation's domain by `as`. `renames` replaces words, in their
 * order, such as the owner's name.
 */
export function loadScene(
  name: SceneName,
  {
    domain,
    as = domain,
    renames = [],
  }: {
    readonly domain: string
    readonly as?: string
    readonly renames?: readonly (readonly [from: string, to: string])[]
  },
): Scene {
  const rename = (text: string) =>
    renames.reduce(
      (renamed, [from, to]) => renamed.replaceAll(from, to),
      text.replaceAll(toDomainPattern(domain), as),
    )
  return {
    messages: readLines(`${name}.jsonl`, rename),
    arrivals: readLines(`${name}-arrivals.jsonl`, rename),
  }
}

function readLines(file: string, rename: (text: string) => string): SceneMessage[] {
  const text = rename(readFileSync(new URL(file, import.meta.url), 'utf8'))
  // Safe: scene.test.ts checks every line against the type.
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SceneMessage)
}

/** Matches the domain, but not at the end of a longer name. */
function toDomainPattern(domain: string): RegExp {
  return new RegExp(`(?<![\\w-])${domain.replaceAll('.', '\\.')}`, 'g')
}
