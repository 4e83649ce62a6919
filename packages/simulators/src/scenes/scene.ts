import { readFileSync } from 'node:fs'

/** One mail of a scene: one line of its file. */
export type SceneMail = {
  /** Unique in its scene. */
  readonly id: string
  readonly folder: 'inbox' | 'sent' | 'archive'
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  /** Before the scene is opened; nothing for mail that is yet to arrive. */
  readonly minutesAgo: number
  readonly isRead: boolean
  /** The `id` of the mail it answers. */
  readonly inReplyTo: string | null
  /** What is special about it; the usual ones are added. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string | null
}

/** A person's mail: what lies in the mailbox, oldest first, and what is yet to arrive. */
export type Scene = {
  readonly mails: readonly SceneMail[]
  readonly arrivals: readonly SceneMail[]
}

export type SceneName = 'founder' | 'engineer' | 'cfo'

/** The scene as written, or as it would be if the person's organisation had another domain. */
export function loadScene(
  name: SceneName,
  { domain, as = domain }: { readonly domain: string; readonly as?: string },
): Scene {
  const rename = (text: string) => text.replaceAll(toWhole(domain), as)
  return {
    mails: readLines(`${name}.jsonl`, rename),
    arrivals: readLines(`${name}-arrivals.jsonl`, rename),
  }
}

function readLines(file: string, rename: (text: string) => string): SceneMail[] {
  const text = rename(readFileSync(new URL(file, import.meta.url), 'utf8'))
  // The files are ours, and a test holds every line to the type.
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SceneMail)
}

/** Not where it only ends a longer name. */
function toWhole(domain: string): RegExp {
  return new RegExp(`(?<![\\w-])${domain.replaceAll('.', '\\.')}`, 'g')
}
