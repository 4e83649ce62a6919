import { compare, satisfies, validRange, coerce, parse, type SemVer } from 'semver'
import { parse as parseYaml } from 'yaml'

/** A known vulnerability of one npm package. */
export type Advisory = {
  readonly id: string
  readonly packageName: string
  readonly summary: string
  /** Day of publication: `2026-08-14`. */
  readonly published: string
  readonly affects: (version: string) => boolean
}

/** The parts of https://ossf.github.io/osv-schema/ that we read. */
type OsvDocument = {
  readonly id: string
  readonly summary?: string
  readonly published?: string
  readonly withdrawn?: string
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string }
    readonly ranges?: readonly { readonly type: string; readonly events: readonly OsvEvent[] }[]
    readonly versions?: readonly string[]
  }[]
}
type OsvEvent = {
  readonly introduced?: string
  readonly fixed?: string
  readonly last_affected?: string
}

/** The parts of a file in GitLab's advisory database that we read. */
type GitLabDocument = {
  readonly identifier: string
  readonly title: string
  readonly pubdate: string
  readonly affected_range: string
}

/** The npm advisories in a file of the GitHub advisory database or of osv.dev. */
export function readOsv(text: string): readonly Advisory[] {
  // Most files concern other ecosystems, and parsing is what takes long.
  if (!text.includes('"npm"')) return []
  const {
    id,
    summary = '',
    published = '',
    withdrawn,
    affected = [],
  } = JSON.parse(text) as OsvDocument
  if (withdrawn) return []
  return affected.flatMap(({ package: concerned, ranges = [], versions = [] }) =>
    concerned?.ecosystem === 'npm'
      ? [
          {
            id,
            packageName: concerned.name,
            summary,
            published: published.slice(0, 10),
            affects: (version) =>
              versions.includes(version) ||
              ranges.some(({ type, events }) => type !== 'GIT' && isInRange(version, events)),
          },
        ]
      : [],
  )
}

/** A file `npm/<package>/<id>.yml` of GitLab's advisory database. */
export function readGitLab(packageName: string, text: string): Advisory {
  const { identifier, title, pubdate, affected_range: range } = parseYaml(text) as GitLabDocument
  return {
    id: identifier,
    packageName,
    summary: title,
    published: pubdate,
    // A range we cannot read counts as affected: a person has to look.
    affects: (version) =>
      validRange(range) === null || satisfies(version, range, { includePrerelease: true }),
  }
}

/** https://ossf.github.io/osv-schema/#evaluation */
function isInRange(version: string, events: readonly OsvEvent[]): boolean {
  const changes = events
    .map((event) => ({ event, at: toVersion(toBound(event)) }))
    .sort((a, b) => compare(a.at, b.at))
  let isAffected = false
  for (const { event, at } of changes) {
    if (event.introduced !== undefined && compare(version, at) >= 0) isAffected = true
    if (event.fixed !== undefined && compare(version, at) >= 0) isAffected = false
    if (event.last_affected !== undefined && compare(version, at) > 0) isAffected = false
  }
  return isAffected
}

function toBound({ introduced, fixed, last_affected }: OsvEvent): string {
  return introduced ?? fixed ?? last_affected ?? '0'
}

/** `0` stands for "before every version", and some authors leave out the patch number. */
function toVersion(text: string): SemVer | string {
  return parse(text) ?? (text === '0' ? null : coerce(text)) ?? '0.0.0-0'
}
