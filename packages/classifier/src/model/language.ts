/** Short words that are typical of one of the seven languages. */
const commonWords = {
  en: 'the and you your with for that this have are is was will would from can our just been they what about which there their',
  de: 'und der die das nicht ist ich sie wir ihr ihre mit fur auf ein eine einen dem den von zu auch bei wenn noch mein uns hallo',
  fr: 'le les des vous votre nous est pas pour une dans que qui sur avec je bonjour du au ce cette etes sommes mais ou et vos',
  es: 'el los las usted ustedes que para con una por del como su sus pero muy hola gracias estamos es y nos en le este esta',
  pt: 'os um uma voce voces nao com para que por seu sua mais ola obrigado obrigada estamos na no do da em ao e nos sao',
  it: 'il gli che per con una non sono della del nel alla le vi ci buongiorno grazie questo questa siamo piu e di al dei',
  nl: 'het een niet voor van ik je jij u wij zijn met dat maar ook bij naar aan heeft hebben onze uw graag en de op te',
} as const

export type Language = keyof typeof commonWords | 'other' | 'unknown'

const languagesByWord = new Map<string, (keyof typeof commonWords)[]>()
for (const language of Object.keys(commonWords) as (keyof typeof commonWords)[])
  for (const word of commonWords[language].split(' '))
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language])

const minWords = 4
const minShare = 0.08
const maxTokens = 200

/** Detects the language by common short words; `unknown` if the text is too short. */
export function detectLanguage(tokens: readonly string[]): Language {
  const words = tokens.slice(0, maxTokens).filter((token) => /^\p{L}/u.test(token))
  if (words.length < minWords) return 'unknown'
  const counts = new Map<keyof typeof commonWords, number>()
  for (const word of words) {
    const languages = languagesByWord.get(word) ?? []
    for (const language of languages)
      counts.set(language, (counts.get(language) ?? 0) + 1 / languages.length)
  }
  const [best] = [...counts].toSorted((one, other) => other[1] - one[1])
  return best && best[1] >= words.length * minShare ? best[0] : 'other'
}
