/** A value that is already known, or a function that looks it up when it is needed. */
export type Fact<Value> = Value | (() => Value | Promise<Value>)

/** The type of a fact's value, once it is looked up. */
export type ValueOf<AnyFact> = Exclude<AnyFact, () => unknown>

export function isKnown(fact: Fact<unknown>): boolean {
  return typeof fact !== 'function'
}

export async function lookUp<Value>(fact: Fact<Value>): Promise<Value> {
  return typeof fact === 'function' ? (fact as () => Value | Promise<Value>)() : fact
}

/** Calls `find` at most once, however often the result is needed. */
export function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | null = null
  return () => (found ??= { value: find() }).value
}
