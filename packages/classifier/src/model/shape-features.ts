import type { Judgeable } from './judgeable.ts'

const you =
  toSet(`you your youre yours u sie ihr ihre ihnen ihrer vous votre vos usted ustedes su sus tu
  voce voces seu sua lei suo vostro vostra uw je jouw jullie`)
const we =
  toSet(`we our us were weve wir unser unsere unseren uns nous notre nos nosotros nuestro nuestra
  nuestros nosso nossa noi nostro nostra nostri wij ons onze`)

/** Length, questions, links, money, and how much the text says "you" and "we". */
export function toShapeFeatures(words: readonly string[], message: Judgeable): Map<string, number> {
  const features = new Map<string, number>()
  const count = words.length || 1
  features.set(`l:${lengthLimits.findIndex((limit) => words.length < limit)}`, 1)
  const questions = words.filter((word) => word === '?').length
  if (questions > 0) features.set(`q:${Math.min(questions, 3)}`, 1)
  if (words.slice(-12).includes('?')) features.set('q:end', 1)
  for (const thing of ['_url', '_money', '_pct'])
    if (words.includes(thing)) features.set(`has:${thing}`, 1)
  if (message.hasUnsubscribeFooter) features.set('has:way-out', 1)
  // The first message of a thread has nothing to quote: its quote is invented and proves nothing.
  if (message.hasQuote && message.facts.thread !== 'new') features.set('has:quote', 1)
  features.set('p:you', (10 * words.filter((word) => you.has(word)).length) / count)
  features.set('p:we', (10 * words.filter((word) => we.has(word)).length) / count)
  return features
}

const lengthLimits = [8, 20, 40, 80, 160, Number.POSITIVE_INFINITY]

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
