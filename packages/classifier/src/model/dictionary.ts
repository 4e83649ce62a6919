import type { Language } from './language.ts'

/** Dictionaries by language. English needs none. */
export type Dictionaries = ReadonlyMap<Language, Dictionary>

/**
 * A small dictionary into English: lines of `word=english words`, in the form of `toTokens`. `stem*`
 * stands for every word that begins with the stem. A whole word is preferred to a stem, and a longer
 * stem to a shorter one.
 */
export class Dictionary {
  /**
   * Parsed at the first use and then emptied, because most users get messages in few languages.
   */
  #text: string
  readonly #words = new Map<string, string>()
  readonly #stems = new Map<string, string>()

  constructor(text: string) {
    this.#text = text
  }

  /** The words in English, in their order. A word that is not in the dictionary stays as it is. */
  translate(words: readonly string[]): string[] {
    if (this.#text !== '') this.#read()
    const translated: string[] = []
    for (const word of words) {
      const english = this.#lookUp(word) ?? word
      if (english.includes(' ')) translated.push(...english.split(' '))
      else translated.push(english)
    }
    return translated
  }

  #read(): void {
    for (const line of this.#text.split('\n')) {
      const [word = '', english = ''] = line.split('=')
      if (english === '') continue
      if (word.endsWith('*')) this.#stems.set(word.slice(0, -1), english)
      else this.#words.set(word, english)
    }
    this.#text = ''
  }

  #lookUp(word: string): string | undefined {
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
