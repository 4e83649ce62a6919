/** The words of a mail weigh as much as this together, however many they are, unless they are few. */
const wordLength = 5
/** Where there are fewer, each weighs what it would among so many: two lines from a friend prove nothing. */
const fewestNames = 300

/** How people greet and take leave tells who they are, not what they want. */
const manners: ReadonlySet<string> = new Set(
  `hi hey hello hallo dear greetings regards best kind kindest warm warmest sincerely cheers thanks thx tnx yours
  re aw fw fwd wg tr rv sv antw mr mrs ms dr herr frau monsieur madame senor senora signor signora
  bonjour cordialement hola saludos ola cumprimentos salve buongiorno saluti gruss grusse grussen groet groeten
  mfg vg lg`.split(/\s+/),
)

/** Pitches open with the sender and close with the wish. */
const endWords = 15

/** Words, pairs and threes of words, words at either end and words of the subject: each once, together of one length, or less where they are few. */
export function toWordFeatures(
  allWords: readonly string[],
  allSubject: readonly string[],
): Map<string, number> {
  const words = allWords.filter((word) => !manners.has(word))
  const subject = allSubject.filter((word) => !manners.has(word))
  const names = new Set<string>()
  let before = ''
  let pair = ''
  for (const word of words) {
    names.add(`w:${word}`)
    if (pair !== '') names.add(`three:${pair} ${word}`)
    pair = before === '' ? '' : `${before} ${word}`
    if (pair !== '') names.add(`b:${pair}`)
    before = word
  }
  for (const word of words.slice(0, endWords)) names.add(`first:${word}`)
  for (const word of words.slice(-endWords)) names.add(`last:${word}`)
  for (const word of subject) names.add(`s:${word}`)
  const value = wordLength / Math.sqrt(Math.max(names.size, fewestNames))
  const features = new Map<string, number>()
  for (const name of names) features.set(name, value)
  return features
}

const wordKinds: ReadonlySet<string> = new Set(['w', 'b', 'three', 'first', 'last', 's'])

/** Whether a feature is made of the sender's words, not of what we make of them. */
export function isWordFeature(name: string): boolean {
  return wordKinds.has(name.slice(0, name.indexOf(':')))
}
