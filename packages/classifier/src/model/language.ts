/** The languages the model was trained on, with short words that are typical of each. */
const knownLanguages = {
  en: 'the and you your with for that this have are is was will would from can our just been they what about which there their to of we it if not be by or a i in on at as do no so my me an but has any all how when',
  de: 'und der die das nicht ist ich sie wir ihr ihre ihnen ihren mit fur auf ein eine einen dem den von zu auch bei wenn noch mein uns hallo haben wird im zur zum oder',
  fr: 'le les des vous votre nous est pas pour une dans que qui sur avec je bonjour du au ce cette etes sommes mais ou et vos la notre nos par plus sont ne a en de',
  es: 'el los las usted ustedes que para con una por del como su sus pero muy hola gracias estamos es y nos en le este esta nuestro nuestra hemos si la lo mas son a o de no',
  pt: 'os um uma voce voces nao com para que por seu sua mais ola obrigado obrigada estamos na no do da em ao e nos sao dos das pelo pela foi ou se as a o de muito tambem ja ate meu minha mas sem ser tem temos fazer bom dia boa tarde hoje amanha favor tudo quando pode podem gostaria porque nosso nossa isso esse essa sobre equipa equipe semana atenciosamente cumprimentos tenho qualquer fica aos',
  it: 'il gli che per con una non sono della del nel alla le vi ci buongiorno grazie questo questa siamo piu e di al dei delle nostro nostra come se anche ha a o in la',
  nl: 'het een niet voor van ik je jij u wij zijn met dat maar ook bij naar aan heeft hebben onze uw graag en de op te is dit wordt kunt kan er deze we jullie als nog wat dan die mijn heb worden wel nu tot al moet alle meer even kunnen wil zou bedankt groet groeten beste ben bent geen om in over was goed vanaf hun ze hallo',
  pl: 'nie sie jest na do ze i w o od dla czy jak ale co to po przez oraz panstwa panstwo pan pani prosze dzien dobry pozdrawiam jestem mam nasz juz tylko bedzie sa z za witam przy ktory ktore zostalo panu u a',
  cs: 'je se na v a ze do pro jsem jsme jste si ale jak co nebo vas vam prosim dobry den dekuji dekujeme bych nas nase jako od za po uz bude ktere muzete pri k s ahoj pane vazeny vazena vase vasi podle jsou byla bylo aby ktery mate muze dne ve byste bychom muzu tady jej jeho jak mame',
  ru: 'и в не на что с по как это для вы мы вас вам наш ваш от за из о если или уже так но здравствуите добрыи день спасибо будет можно у я к до бы уважаемыи уважаемая ваша при она он эта этот еще чтобы мне вот есть был была было были только когда все его их после можете сегодня завтра без со об очень нет же где нужно через этого эти этом которыи которые пожалуиста письмо',
  sv: 'och att det som en ett for pa ar av med till inte vi ni du jag har om den er din kan ska hej tack fran men sa vill vara eller de vid ang under',
  da: 'og at det som en et for pa er af med til ikke vi i du jeg har om den jer din kan skal hej tak fra men vil vores eller dig mig hvad noget ogsa de ved bliver efter uden lige meget mere gerne jeres uge tage kaere besked nar',
} as const

/**
 * Languages the model does not know, so that it does not take Norwegian for Danish or Slovak for
 * Czech. Languages in scripts other than Latin and Cyrillic need no list.
 */
const otherLanguages = {
  no: 'og at det som en et for pa er av med til ikke vi i dere du jeg har om den din kan skal hei takk fra men vil eller deg meg hva noe ogsa bli de ved blir etter uten mye mer gjerne deres uke ta kjaere',
  nn: 'og at det som ein eit ei for pa er av med til ikkje vi i dykk de du eg har om den din kan skal hei takk fra men vil eller deg meg kva noko ogsa bli ved blir etter utan mykje meir gjerne dykkar veke ta kjaere nar dei vere vore berre korleis kvar kven nokon sjolv',
  is: 'og að er i a um ekki fyrir sem við til með það ykkur fra eg þu hefur hafa vera ur eða en hae takk kveðja verður þetta okkar ykkar mer þig þer oss vil getur var bara naest hvort alla einnig goðan saell ekkert allt þegar þess þeir',
  fo: 'og at er i a um ikki fyri sum vit til við tað tykkum fra eg tu hevur hava vera ur ella men hey takk verða hetta okkara tykkara meg teg okkum vil kann var bara eisini goðan hesum',
  af: 'die en nie is ek het jy jou u ons vir wat sal kan moet baie dankie asseblief hierdie daar hulle om te aan met van in dit ook maar as of sy hy my by op word nog so deur uit geen wees jul julle goeie more groete besigheid',
  lb: 'an den d ass net mir dir iech ech hunn fir mat op vun zu och wann nach eis huet gett beim oder merci moien dat et si ginn kann bis wei',
  fi: 'ja on ei etta se hei kiitos ovat olla myos mutta tai kun jos mita tama teidan meidan voi sinun ole mukaan',
  hu: 'a az es hogy nem is egy van meg azt ha de mar csak kerem koszonom udvozlettel onok szerint mint vagy ami on',
  tr: 've bir bu icin ile da de cok merhaba degil olarak size sizin bizim daha veya ki var ne tesekkur iyi gibi',
  ro: 'si de la in cu pe nu este sunt pentru va ne mai din sau ca o un noi dvs buna multumesc multumim dumneavoastra am ati',
  sk: 'je sa na v a ze do pre som sme ste si ale ako co alebo vas vam prosim dobry den dakujem dakujeme aj nas nase od za po uz bude ktore mozete pri k s nie by mozem jeho ked ci mate chcel viac len ktory moze vasu',
  hr: 'je i u na da se za sa od koji ali ili vas vam postovani hvala nije smo ste kako sto biti su kao bi po iz',
  sl: 'in je da se na za so ki pri vam vas lepo hvala pozdravljeni ali tudi ni bi v z po smo ste ce kot',
  gl: 'o a os as de que e do da non en un unha para con por se mais moi ou na no dos das vostede vostedes grazas ola boas saudos estamos somos ser ter foi ata xa tamen este esta isto noso nosa seu sua ao polo pola cando onde dende lles lle nos vos hai teno tempo son pode temos luns dia bos moito hoxe mana',
  eu: 'eta da ez du bat ere dira dugu zure gure hori hau baina egun kaixo eskerrik asko izan egin dut dituzu den duen zuen edo bai agur',
  ca: 'el la els les amb per que una del es no ens us bon dia gracies aquest pero mes molt i en dels seva nostre hem',
  et: 'ja on ei et see kui voi tere aitah teie meie ka oma mis palun kas ning',
  lv: 'un ir nav par ar no ka uz vai jusu musu labdien paldies lai bet tas',
  lt: 'ir yra ne kad su is del jusu musu laba diena aciu bei ar prasome tai',
  id: 'dan yang di untuk dengan ini tidak anda kami dari pada akan saya ke atau bisa terima kasih itu adalah dalam juga sudah kita dapat ada apakah jika karena lebih oleh para secara serta telah tersebut hari selamat salam mohon perusahaan bapak ibu',
  ms: 'dan yang di untuk dengan ini tidak anda kami dari pada akan saya ke atau boleh terima kasih itu adalah dalam juga sudah kita dapat ada jika kerana lebih oleh para secara serta telah tersebut hari selamat salam sila syarikat encik puan',
  tl: 'ang ng mga sa na at ay ko mo po ka ako kami kayo namin ninyo natin inyong aming para kung hindi ito iyon lang din rin pa ba mayroon wala salamat magandang araw kumusta opo siya nila sila nang dahil upang isang ating nyo kasi pero naman',
  sw: 'na ya wa kwa ni katika za la cha kuwa hii hiyo kama sisi wewe mimi yetu yako asante habari tafadhali lakini pia au si bila kila tuna tunaweza',
  sq: 'dhe ne te nje per me nuk eshte qe se ju jeni ne jemi tone tuaj faleminderit pershendetje por ose nga si do mund kjo ky kemi keni',
  cy: 'yn y yr a i o ar am ei eich ni chi mae bod wedi gyda ac nid oes diolch helo os fel hyn byddwn ein gan',
  ga: 'agus an na ar le i go do ta is ni bhfuil se si muid sibh againn agat leat duit raibh maith mar ach no seo sin dia conas',
  vi: 'va la cua cho cac khong toi ban duoc voi chung mot trong nhung xin',
  uk: 'і в не на що з по як це для ви ми вас вам наш ваш від за із о якщо або вже так але дякую день буде можна у я та до би',
  bg: 'и на за да се от не с в че по са ще като ви ни здравеите благодаря моля или е до му има',
  mk: 'и на да се во за од не со што ке е ние вие нашите вашите ви благодарам здраво или како сме сте има по ова до ги го',
  be: 'і у не на што з па як гэта для вы мы вас вам наш ваш ад за калі або ужо так але дзякуи дзень будзе можна я да каб есць гэты',
  kk: 'және бұл үшін бір мен сіз біз біздің сіздің емес бар жоқ рахмет деп болады бойынша туралы',
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

/** By word: the candidates that list it, as indexes into `candidates`. */
const candidatesByWord = new Map<string, number[]>()
const candidates = Object.entries({ ...knownLanguages, ...otherLanguages }) as [Candidate, string][]
for (const [candidate, [, words]] of candidates.entries())
  for (const word of new Set(words.split(' ')))
    candidatesByWord.set(word, [...(candidatesByWord.get(word) ?? []), candidate])

const minWords = 4
/**
 * Below this share of listed words the language is `other`. In ordinary text well over a third of the
 * words are listed.
 */
const minShare = 0.1
export const maxTokens = 200

/**
 * Detects the language by common short words. A word that several languages share counts for each
 * of them in part. `tokens` are folded, so accents do not matter.
 */
export function detectLanguage(tokens: readonly string[]): Language {
  const words = tokens.slice(0, maxTokens).filter((token) => /^\p{L}/u.test(token))
  if (words.length < minWords) return 'unknown'
  /** By candidate: a word counts 1, divided by the number of languages that list it. */
  const votes = new Float64Array(candidates.length)
  /** By candidate: how many of the words it lists. */
  const hits = new Int32Array(candidates.length)
  /** In the order of their first words. If two have as many votes, the first is taken. */
  const found: number[] = []
  for (const word of words) {
    const sharing = candidatesByWord.get(word) ?? []
    for (const candidate of sharing) {
      if (hits[candidate] === 0) found.push(candidate)
      votes[candidate] = (votes[candidate] ?? 0) + 1 / sharing.length
      hits[candidate] = (hits[candidate] ?? 0) + 1
    }
  }
  const votesOf = (candidate: number) => votes[candidate] ?? 0
  const [first, ...rest] = found
  if (first === undefined) return 'other'
  const best = rest.reduce((one, other) => (votesOf(other) > votesOf(one) ? other : one), first)
  const language = candidates[best]?.[0]
  if (language === undefined || !isKnown(language)) return 'other'
  // A tie with a language the model does not know counts as `other`: a short Norwegian text may
  // match Danish as well.
  const isTied = found.some((other) => isOther(other) && votesOf(other) === votesOf(best))
  return !isTied && (hits[best] ?? 0) >= words.length * minShare ? language : 'other'
}

function isOther(candidate: number): boolean {
  const language = candidates[candidate]?.[0]
  return language !== undefined && !isKnown(language)
}

function isKnown(language: Candidate): language is KnownLanguage {
  return language in knownLanguages
}
