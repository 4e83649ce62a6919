/**
 * Finds many phrases in a list of tokens in one pass. In a phrase, `stem*` matches every token that
 * begins with `stem`, `_` matches any one token, and any other word matches itself.
 */
export class PhraseFinder<Name extends string> {
  readonly #root = new Node<Name>()

  constructor(phrases: Iterable<readonly [Name, string]>) {
    for (const [name, phrase] of phrases) {
      let node = this.#root
      for (const part of phrase.split(' ')) node = node.addChild(part)
      node.addName(name)
    }
  }

  /**
   * Calls `visit` with the name of every phrase found, the position of its first token, and the
   * position after its last.
   */
  find(tokens: readonly string[], visit: Visit<Name>): void {
    for (let start = 0; start < tokens.length; start += 1)
      this.#root.walk(tokens, start, start, visit)
  }
}

type Visit<Name> = (name: Name, start: number, end: number) => void

/** Stems are indexed by their first letters. */
const stemKeyLength = 3

/** Most nodes have one child or none, so each part is made when it is first needed. */
class Node<Name> {
  #names: Name[] | undefined
  #exact: Map<string, Node<Name>> | undefined
  #stems: Map<number, [string, Node<Name>][]> | undefined
  #any: Node<Name> | undefined

  addName(name: Name): void {
    this.#names ??= []
    if (!this.#names.includes(name)) this.#names.push(name)
  }

  addChild(part: string): Node<Name> {
    if (part === '_') return (this.#any ??= new Node())
    return part.endsWith('*') ? this.#addStem(part.slice(0, -1)) : this.#addExact(part)
  }

  #addExact(word: string): Node<Name> {
    this.#exact ??= new Map()
    const child = this.#exact.get(word) ?? new Node<Name>()
    this.#exact.set(word, child)
    return child
  }

  #addStem(stem: string): Node<Name> {
    if (stem.length < stemKeyLength) throw new Error(`The stem ${stem}* is too short`)
    this.#stems ??= new Map()
    const stems = this.#stems.get(toStemKey(stem)) ?? []
    this.#stems.set(toStemKey(stem), stems)
    const known = stems.find(([other]) => other === stem)
    if (known) return known[1]
    const child = new Node<Name>()
    stems.push([stem, child])
    return child
  }

  /** Never deeper than the longest phrase, so `find` is linear in the number of tokens. */
  walk(tokens: readonly string[], start: number, at: number, visit: Visit<Name>): void {
    if (this.#names) for (const name of this.#names) visit(name, start, at)
    const token = tokens[at]
    if (token === undefined) return
    this.#exact?.get(token)?.walk(tokens, start, at + 1, visit)
    const stems = this.#stems?.get(toStemKey(token))
    if (stems)
      for (const [stem, child] of stems)
        if (token.startsWith(stem)) child.walk(tokens, start, at + 1, visit)
    this.#any?.walk(tokens, start, at + 1, visit)
  }
}

/** A number made of the first letters. Other letters may give the same, so the stem must match, too. */
function toStemKey(token: string): number {
  return (token.charCodeAt(0) << 16) ^ (token.charCodeAt(1) << 8) ^ token.charCodeAt(2)
}
