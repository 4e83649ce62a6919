import pg from 'pg'

/** Asked less often, a statement is not worth keeping. */
const timesBeforeKept = 3
/** The server holds each of them on each connection. */
const mostKept = 200
/** Longer ones are lists, of another length each time. */
const longestKept = 5_000
/** What was asked once or twice, in a list of another length each time, is forgotten at times. */
const mostCounted = 1_000

/**
 * A connection that has the server keep what is asked again and again. To parse and
 * plan one of our small statements costs it more than to carry it out.
 */
export class PreparedClient extends pg.Client {
  // Whatever forms the driver's own has, they stay as they are.
  override query(...args: never[]): never {
    return Reflect.apply(super.query, this, withName(args)) as never
  }
}

function withName([query, values, ...rest]: readonly unknown[]): readonly unknown[] {
  const config = typeof query === 'string' ? { text: query } : query
  if (!isParameterised(config, values)) return [query, values, ...rest]
  return [{ ...config, name: findName(config.text) }, values, ...rest]
}

/** What has no values is sent in one short message as it is. */
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

const counts = new Map<string, number>()
const names = new Map<string, string>()

function findName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostKept || text.length > longestKept) return known
  const count = (counts.get(text) ?? 0) + 1
  if (counts.size >= mostCounted) counts.clear()
  counts.set(text, count)
  if (count < timesBeforeKept) return undefined
  const name = `doorman_${names.size}`
  counts.delete(text)
  names.set(text, name)
  return name
}
