import pg from 'pg'

/** A statement is prepared when it is sent for the third time. */
const usesBeforePreparing = 3
/** Each connection of the server keeps its own copy of every prepared statement. */
const maxPrepared = 200
/** Longer statements contain lists and rarely have the same text twice. */
const maxPreparedLength = 5_000
/** Bounds the memory of the counters: beyond it they start again. */
const maxCounted = 1_000

/**
 * Names statements that are sent often. All connections of a process share one: what is frequent on
 * one is frequent on the others.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxPrepared || text.length > maxPreparedLength)
      return known
    const count = (counts.get(text) ?? 0) + 1
    if (counts.size >= maxCounted) counts.clear()
    counts.set(text, count)
    if (count < usesBeforePreparing) return undefined
    const name = `doorman_${names.size}`
    counts.delete(text)
    names.set(text, name)
    return name
  }
}

const findSharedName = createStatementNames()

/**
 * A connection that turns frequent statements into prepared statements. For our small queries,
 * parsing and planning cost more than execution.
 */
export class PreparedClient extends pg.Client {
  protected readonly findName = findSharedName

  // The driver's `query` has many overloads. All of them keep working.
  override query(...args: never[]): never {
    return Reflect.apply(super.query, this, this.withName(args)) as never
  }

  private withName([query, values, ...rest]: readonly unknown[]): readonly unknown[] {
    const config = typeof query === 'string' ? { text: query } : query
    if (!isParameterised(config, values)) return [query, values, ...rest]
    return [{ ...config, name: this.findName(config.text) }, values, ...rest]
  }
}

/** A statement without values is one short message already; preparing it gains nothing. */
function isParameterised(config: unknown, values: unknown): config is { readonly text: string } {
  return (
    typeof config === 'object' &&
    config !== null &&
    'text' in config &&
    !('submit' in config) &&
    Array.isArray(values) &&
    values.length > 0
  )
}
