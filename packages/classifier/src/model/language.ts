/** The languages the model was trained on, with short words that are typical of each. */
const knownLanguages = {
  en: 'the and you your with for that this have are is was will would from can our just been they what about which there their to of we it if not be by or a i in on at as do no so my me an but has any all how when',
  de: 'und der die das nicht ist ich sie wir ihr ihre ihnen ihren mit fur auf ein eine einen dem den von zu auch bei wenn noch mein uns hallo haben wird im zur zum oder',
  fr: 'le les des vous votre nous est pas pour une dans que qui sur avec je bonjour du au ce cette etes sommes mais ou et vos la notre nos par plus sont ne a en de',
  es: 'el los las usted ustedes que para con una por del como su sus pero muy hola gracias estamos es y nos en le este esta nuestro nuestra hemos si la lo mas son a o de no',
  pt: 'os um uma voce voces nao com para que por seu sua mais ola obrigado obrigada estamos na no do da em ao e nos sao dos das pelo pela foi ou se as a o de',
  it: 'il gli che per con una non sono della del nel alla le vi ci buongiorno grazie questo questa siamo piu e di al dei delle nostro nostra come se anche ha a o in la',
  nl: 'het een niet voor van ik je jij u wij zijn met dat maar ook bij naar aan heeft hebben onze uw graag en de op te is dit wordt kunt kan er',
  pl: 'nie sie jest na do ze i w o od dla czy jak ale co to po przez oraz panstwa panstwo pan pani prosze dzien dobry pozdrawiam jestem mam nasz juz tylko bedzie sa z za witam przy ktory ktore zostalo panu u a',
  cs: 'je se na v a ze do pro jsem jsme jste si ale jak co nebo vas vam prosim dobry den dekuji dekujeme bych nas nase jako od za po uz bude ktere muzete pri k s ahoj pane vazeny vazena vase vasi podle jsou byla bylo aby ktery mate muze dne ve byste bychom muzu tady jej jeho jak mame',
  ru: 'и в не на что с по как это для вы мы вас вам наш ваш от за из о если или уже так но здравствуите добрыи день спасибо будет можно у я к до бы уважаемыи уважаемая ваша при она он эта этот еще чтобы мне или вот',
  sv: 'och att det som en ett for pa ar av med till inte vi ni du jag har om den er din kan ska hej tack fran men sa vill vara eller de vid ang under',
  da: 'og at det som en et for pa er af med til ikke vi i du jeg har om den jer din kan skal hej tak fra men vil vores eller dig mig hvad noget ogsa de ved bliver efter uden lige meget mere gerne jeres uge tage kaere besked nar',
} as const

/**
 * Languages the model does not know, so that it does not take Norwegian for Danish or Slovak for
 * Czech. Other scripts than Latin and Cyrillic need no words.
 */
const otherLanguages = {
  no: 'og at det som en et for pa er av med til ikke vi i dere du jeg har om den din kan skal hei takk fra men vil eller deg meg hva noe ogsa bli de ved blir etter uten mye mer gjerne deres uke ta kjaere',
  fi: 'ja on ei etta se hei kiitos ovat olla myos mutta tai kun jos mita tama teidan meidan voi sinun ole mukaan',
  hu: 'a az es hogy nem is egy van meg azt ha de mar csak kerem koszonom udvozlettel onok szerint mint vagy ami on',
  tr: 've bir bu icin ile da de cok merhaba degil olarak size sizin bizim daha veya ki var ne tesekkur iyi gibi',
  ro: 'si de la in cu pe nu este sunt pentru va ne mai din sau ca o un noi dvs buna multumesc multumim dumneavoastra am ati',
  sk: 'je sa na v a ze do pre som sme ste si ale ako co alebo vas vam prosim dobry den dakujem dakujeme aj nas nase od za po uz bude ktore mozete pri k s nie by mozem alebo jeho ked',
  hr: 'je i u na da se za sa od koji ali ili vas vam postovani hvala nije smo ste kako sto biti su kao bi po iz',
  sl: 'in je da se na za so ki pri vam vas lepo hvala pozdravljeni ali tudi ni bi v z po smo ste ce kot',
  ca: 'el la els les amb per que una del es no ens us bon dia gracies aquest pero mes molt i en dels seva nostre hem',
  et: 'ja on ei et see kui voi tere aitah teie meie ka oma mis palun kas ning',
  lv: 'un ir nav par ar no ka uz vai jusu musu labdien paldies lai bet tas',
  lt: 'ir yra ne kad su is del jusu musu laba diena aciu bei ar prasome tai',
  id: 'dan yang di untuk dengan ini tidak anda kami dari pada akan saya ke atau bisa terima kasih',
  vi: 'va la cua cho cac khong toi ban duoc voi chung mot trong nhung xin',
  uk: 'і в не на що з по як це для ви ми вас вам наш ваш від за із о якщо або вже так але дякую день буде можна у я та до би',
  bg: 'и на за да се от не с в че по са ще като ви ни здравеите благодаря моля или е до му има',
  sr: 'и је да се на у за са који али или вас вам хвала није смо сте како што су од бити',
} as const

export type KnownLanguage = keyof typeof knownLanguages
/** In alphabetical order of their codes. */
export const languages = (Object.keys(knownLanguages) as KnownLanguage[]).toSorted()

type Candidate = KnownLanguage | keyof typeof otherLanguages

/**
 * A language the model was trained on; `other` for any other; `unknown` if the text is too short to
 * tell.
 */
export type Language = KnownLanguage | 'other' | 'unknown'

const candidatesByWord = new Map<string, Candidate[]>()
const candidates = Object.entries({ ...knownLanguages, ...otherLanguages }) as [Candidate, string][]
for (const [language, words] of candidates)
  for (const word of new Set(words.split(' ')))
    candidatesByWord.set(word, [...(candidatesByWord.get(word) ?? []), language])

const minWords = 4
/** In running text, well over a third of the words are on the list of its language. */
const minShare = 0.1
const maxTokens = 200

/**
 * Detects the language by common short words. A word that several languages share counts for each
 * of them in part. `tokens` are folded, so accents do not matter.
 */
export function detectLanguage(tokens: readonly string[]): Language {
  const words = tokens.slice(0, maxTokens).filter((token) => /^\p{L}/u.test(token))
  if (words.length < minWords) return 'unknown'
  const votes = new Map<Candidate, number>()
  const hits = new Map<Candidate, number>()
  for (const word of words) {
    const languages = candidatesByWord.get(word) ?? []
    for (const language of languages) {
      votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length)
      hits.set(language, (hits.get(language) ?? 0) + 1)
    }
  }
  const [best, ...rest] = [...votes].toSorted((one, other) => other[1] - one[1])
  if (best === undefined || !isKnown(best[0])) return 'other'
  // As many votes for another language: Icelandic has as many words of Danish as of Norwegian.
  const isTied = rest.some(([language, count]) => !isKnown(language) && count === best[1])
  return !isTied && (hits.get(best[0]) ?? 0) >= words.length * minShare ? best[0] : 'other'
}

function isKnown(language: Candidate): language is KnownLanguage {
  return language in knownLanguages
}
