/**
 * Finds many phrases in a list of tokens in one pass. In a phrase, `stem*` matches every token that
 * begins with `stem`, `_` matches any one token, and any other word matches itself.
 */
export class PhraseFinder<Name extends string> {
  readonly #root = new Node<Name>()

  constructor(phrases: Iterable<readonly [Name, string]>) {
    for (const [name, phrase] of phrases) this.#add(name, phrase.split(' '))
  }

  /** How often each name was found. Several phrases of a name at one position count once. */
  count(tokens: readonly string[]): Map<Name, number> {
    const counts = new Map<Name, number>()
    for (let start = 0; start < tokens.length; start += 1) {
      const found = new Set<Name>()
      walk(this.#root, tokens, start, found)
      for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }

  #add(name: Name, parts: readonly string[]): void {
    let node = this.#root
    for (const part of parts) node = node.addChild(part)
    node.names.add(name)
  }
}

/** Stems are indexed by their first letters. */
const stemKeyLength = 3

class Node<Name> {
  readonly names = new Set<Name>()
  readonly #exact = new Map<string, Node<Name>>()
  readonly #stems = new Map<string, [string, Node<Name>][]>()
  #any: Node<Name> | undefined

  addChild(part: string): Node<Name> {
    if (part === '_') return (this.#any ??= new Node())
    if (!part.endsWith('*')) {
      const known = this.#exact.get(part)
      if (known) return known
      const child = new Node<Name>()
      this.#exact.set(part, child)
      return child
    }
    const stem = part.slice(0, -1)
    if (stem.length < stemKeyLength) throw new Error(`The stem ${part} is too short`)
    const key = stem.slice(0, stemKeyLength)
    const stems = this.#stems.get(key) ?? []
    this.#stems.set(key, stems)
    const known = stems.find(([other]) => other === stem)
    if (known) return known[1]
    const child = new Node<Name>()
    stems.push([stem, child])
    return child
  }

  /** Calls `visit` for every node that this token leads to. */
  follow(token: string, visit: (child: Node<Name>) => void): void {
    const exact = this.#exact.get(token)
    if (exact) visit(exact)
    const stems = this.#stems.get(token.slice(0, stemKeyLength))
    if (stems) for (const [stem, child] of stems) if (token.startsWith(stem)) visit(child)
    if (this.#any) visit(this.#any)
  }
}

/** Never deeper than the longest phrase, so `count` is linear in the number of tokens. */
function walk<Name>(
  node: Node<Name>,
  tokens: readonly string[],
  at: number,
  found: Set<Name>,
): void {
  for (const name of node.names) found.add(name)
  const token = tokens[at]
  if (token !== undefined) node.follow(token, (child) => walk(child, tokens, at + 1, found))
}
