import type { ToKey } from './feature-key.ts'

/** The length of the vector of all word features, however many there are. */
const vectorLength = 5
/**
 * With fewer features than this, each has the value it would have among this many. So the words of
 * a two-line message are little evidence.
 */
const minFeatureCount = 300

/** Greetings and closings are left out: they show how a sender writes, not what they want. */
const greetings: ReadonlySet<string> = new Set(
  `hi hey hello hallo dear greetings regards best kind kindest warm warmest sincerely cheers thanks thx tnx yours
  re aw fw fwd wg tr rv sv antw mr mrs ms dr herr frau monsieur madame senor senora signor signora
  bonjour cordialement hola saludos ola cumprimentos salve buongiorno saluti gruss grusse grussen groet groeten
  mfg vg lg`.split(/\s+/),
)

/** Pitches introduce the sender at the beginning and make their request at the end. */
const endWords = 15

/** The beginning of a word stands for its inflected forms. */
const stemLength = 5

/**
 * Words, their stems, pairs and triples of words, words near the beginning and the end, and words of the
 * subject. Each counts once, and all have the same value.
 */
export function toWordFeatures<Key>(
  allWords: readonly string[],
  allSubject: readonly string[],
  toKey: ToKey<Key>,
): Map<Key, number> {
  const words = allWords.filter((word) => !greetings.has(word))
  const subject = allSubject.filter((word) => !greetings.has(word))
  const keys: Key[] = []
  let count = 0
  const add = (kind: string, one: string, two?: string, three?: string) => {
    count++
    const key = toKey(kind, one, two, three)
    if (key !== undefined) keys.push(key)
  }
  // Pairs and triples are recognised by numbers, because joining strings would take longer.
  const numbers = new Map<string, number>()
  const stems = new Set<string>()
  const pairs = new Map<number, number>()
  const triples = new Set<number>()
  let beforePair = ''
  let before = ''
  let numberBefore = 0
  let pair: number | undefined
  for (const word of words) {
    const number = numbers.get(word) ?? numbers.size
    if (number === numbers.size) {
      numbers.set(word, number)
      add('w', word)
      const stem = word.slice(0, stemLength)
      if (word.length > stemLength && !stems.has(stem)) {
        stems.add(stem)
        add('stem', stem)
      }
    }
    if (pair !== undefined) {
      const triple = pair * words.length + number
      if (!triples.has(triple)) add('three', beforePair, before, word)
      triples.add(triple)
    }
    pair = undefined
    if (before !== '') {
      const both = numberBefore * words.length + number
      pair = pairs.get(both) ?? pairs.size
      if (pair === pairs.size) add('b', before, word)
      pairs.set(both, pair)
    }
    beforePair = before
    before = word
    numberBefore = number
  }
  for (const word of new Set(words.slice(0, endWords))) add('first', word)
  for (const word of new Set(words.slice(-endWords))) add('last', word)
  for (const word of new Set(subject)) add('s', word)
  const value = vectorLength / Math.sqrt(Math.max(count, minFeatureCount))
  return new Map(keys.map((key) => [key, value]))
}

const wordKinds: ReadonlySet<string> = new Set(['w', 'stem', 'b', 'three', 'first', 'last', 's'])

/** Whether a feature is made of the sender's words, rather than of signals found in them. */
export function isWordFeature(name: string): boolean {
  return wordKinds.has(name.slice(0, name.indexOf(':')))
}
