import type { Language } from './language.ts'

/** Dictionaries by language. English needs none. */
export type Dictionaries = ReadonlyMap<Language, Dictionary>

/**
 * A small dictionary into English: lines of `word=english words`, in the form of `toTokens`. `stem*`
 * stands for every word that begins with the stem. A word goes before a stem, and a longer stem
 * before a shorter one.
 */
export class Dictionary {
  readonly #words = new Map<string, readonly string[]>()
  readonly #stems = new Map<string, readonly string[]>()

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const [word = '', english = ''] = line.split('=')
      if (english === '') continue
      if (word.endsWith('*')) this.#stems.set(word.slice(0, -1), english.split(' '))
      else this.#words.set(word, english.split(' '))
    }
  }

  /** The words in English, in their order. A word that is not in the dictionary stays as it is. */
  translate(words: readonly string[]): string[] {
    return words.flatMap((word) => this.#lookUp(word) ?? [word])
  }

  #lookUp(word: string): readonly string[] | undefined {
    const english = this.#words.get(word)
    if (english !== undefined) return english
    for (let length = Math.min(word.length, maxStemLength); length >= minStemLength; length--) {
      const ofStem = this.#stems.get(word.slice(0, length))
      if (ofStem !== undefined) return ofStem
    }
    return undefined
  }
}

export const minStemLength = 4
const maxStemLength = 20
