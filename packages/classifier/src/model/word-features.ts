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
export function toWordFeatures(
  allWords: readonly string[],
  allSubject: readonly string[],
): Map<string, number> {
  const words = allWords.filter((word) => !greetings.has(word))
  const subject = allSubject.filter((word) => !greetings.has(word))
  const names = new Set<string>()
  let before = ''
  let pair = ''
  for (const word of words) {
    names.add(`w:${word}`)
    if (word.length > stemLength) names.add(`stem:${word.slice(0, stemLength)}`)
    if (pair !== '') names.add(`three:${pair} ${word}`)
    pair = before === '' ? '' : `${before} ${word}`
    if (pair !== '') names.add(`b:${pair}`)
    before = word
  }
  for (const word of words.slice(0, endWords)) names.add(`first:${word}`)
  for (const word of words.slice(-endWords)) names.add(`last:${word}`)
  for (const word of subject) names.add(`s:${word}`)
  const value = vectorLength / Math.sqrt(Math.max(names.size, minFeatureCount))
  const features = new Map<string, number>()
  for (const name of names) features.set(name, value)
  return features
}

const wordKinds: ReadonlySet<string> = new Set(['w', 'stem', 'b', 'three', 'first', 'last', 's'])

/** Whether a feature is made of the sender's words, rather than of signals found in them. */
export function isWordFeature(name: string): boolean {
  return wordKinds.has(name.slice(0, name.indexOf(':')))
}
