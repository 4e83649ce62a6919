/** Objects of one constructor: how many more there are, and how many more bytes they take. */
export type Growth = { readonly name: string; readonly count: number; readonly bytes: number }

type Totals = Map<string, { count: number; bytes: number }>

/** The constructors whose objects take more room in the second heap snapshot, most first. */
export function compareSnapshots(first: string, second: string): Growth[] {
  const before = sumUp(first)
  return [...sumUp(second)]
    .map(([name, { count, bytes }]) => {
      const old = before.get(name) ?? { count: 0, bytes: 0 }
      return { name, count: count - old.count, bytes: bytes - old.bytes }
    })
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
}

type Snapshot = {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[], ...unknown[]]
    }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/** Only objects have constructors. Everything else is grouped by its type, such as `(code)`. */
function sumUp(text: string): Totals {
  const { snapshot, nodes, strings } = JSON.parse(text) as Snapshot
  const fields = snapshot.meta.node_fields
  const [types] = snapshot.meta.node_types
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) =>
    fields.indexOf(field),
  ) as [number, number, number]
  const totals: Totals = new Map()
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[nodes[node + typeAt] ?? 0] ?? ''
    const name = type === 'object' ? (strings[nodes[node + nameAt] ?? 0] ?? '') : `(${type})`
    const total = totals.get(name) ?? { count: 0, bytes: 0 }
    total.count += 1
    total.bytes += nodes[node + sizeAt] ?? 0
    totals.set(name, total)
  }
  return totals
}
