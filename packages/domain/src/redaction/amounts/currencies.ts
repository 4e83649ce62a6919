import { findWordBefore } from '../text/word-before.ts'

/** ISO 4217 without ALL and TOP, which are also English words, plus common codes such as BTC. */
const codes = `AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTC BTN BWP BYN
  BZD CAD CDF CHF CLP CNY RMB COP CRC CUP CVE CZK DEM DJF DKK DOP DZD EGP ERN ETB ETH EUR FJD FKP GBP GEL GHS GIP
  GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP
  LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK
  PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND
  TRY TTD TWD TZS UAH UGX USD USDC USDT UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL`

const codeSet = new Set(codes.split(/\s+/))
const lowerCaseCodes = new Set(['eur', 'usd', 'gbp', 'chf', 'btc'])

const words = new Set(
  `dollar dollars buck bucks euro euros cent cents pounds sterling quid pence yen yuan renminbi rupee rupees rupien
   roupies rupias franc francs franken francos franchi rappen reais peso pesos soles dólar dólares dolares dollari
   dollaro sterline kroner kronor kronen couronnes coronas coroas corone zloty złoty zlotys rubel ruble rubles rouble
   roubles rublos rubli roebel rand shekel shekels dirham dirhams riyal riyals dinar dinars naira baht ringgit rupiah
   lira liras centimes centavos céntimos cêntimos centesimi bitcoin bitcoins esterlinas fr. sfr. kr rs zł kč britische_pfund britse_pond`
    .split(/\s+/)
    .map((word) => word.replace('_', ' ')),
)
const wordsBeforeNumber = new Set([
  'euro',
  'euros',
  'dollar',
  'dollars',
  'rupees',
  'rs',
  'kr',
  'sfr',
])

const signs = '[$¢-¥֏؋৲৳฿៛₠-⃀﷼￠￡￥￦]'
const anySign = new RegExp(signs)

/** Prefixes of the dollar sign, as in US$ and A$. */
const dollarPrefixes = new Set('us au ca nz hk sg nt mx ar a c s r'.split(' '))

const qualifiers = new Set(['livres', 'libras', 'pfund', 'britische', 'britse', 'fr', 'sfr'])

/** Pattern of a currency after a number. The group `word` must also pass `isCurrencyWord`. */
export const currencyAfterNumber = String.raw`(?:(?<sign>(?:(?:US|AU|CA|NZ|HK|SG|NT|MX|AR|[ACSR])(?=\$))?${signs})|(?:livres |libras |pfund )?(?!pounds (?:of|heavier|lighter|overweight))(?<word>s?fr\.|(?:britische |britse )?[A-Za-z\xC0-\u024F]{2,11})(?![A-Za-z0-9\xC0-\u024F])(?: sterling)?)`

export function isCurrencyWord(word: string): boolean {
  return codeSet.has(word) || lowerCaseCodes.has(word) || words.has(word.toLowerCase())
}

/**
 * Whether a currency may begin with this word: "euros", "US" of "US$", "livres" of "livres
 * sterling".
 */
export function isCurrencyStart(word: string): boolean {
  const lower = word.toLowerCase()
  return isCurrencyWord(word) || dollarPrefixes.has(lower) || qualifiers.has(lower)
}

/** The start of a currency that ends right before `index`, or `null`. */
export function findCurrencyBefore(text: string, index: number, free: number): number | null {
  let end = text[index - 1] === '-' ? index - 1 : index
  for (let spaces = 0; spaces < 2 && text[end - 1] === ' '; spaces++) end--
  if (end > free && anySign.test(text[end - 1] ?? '')) return findDollarPrefix(text, end - 1, free)
  const found = findWordBefore(text, end)
  if (found === null || found.start < free) return null
  const word = text.slice(found.start, found.end)
  const isCode = (codeSet.has(word) && word !== 'TRY') || lowerCaseCodes.has(word)
  const isWord = wordsBeforeNumber.has(word.toLowerCase())
  const isSentenceEnd = text[found.end] === '.' && !/^(?:rs|kr|sfr)$/i.test(word)
  return (isCode || isWord) && !isSentenceEnd ? found.start : null
}

function findDollarPrefix(text: string, sign: number, free: number): number {
  const prefix = text[sign] === '$' ? findWordBefore(text, sign) : null
  if (prefix === null || prefix.end !== sign || prefix.start < free) return sign
  return dollarPrefixes.has(text.slice(prefix.start, sign).toLowerCase()) ? prefix.start : sign
}
