import { categories, type Category } from '@doorman/domain/decide'

export type Threshold = {
  readonly unsure: number
  readonly filter: number
  readonly certain: number
}

export type Judged = {
  readonly category: Category
  /** 0 where a rule left it alone. */
  readonly score: number
  readonly isCold: boolean
}

/** Of all legitimate mail, made hard on purpose, so much may be set aside, and so much be thought certain to be cold. */
const legitFiltered = 0.0075
const legitCertain = 0.003
/** Where nothing but the words is known, more mistakes are unavoidable. No connected mailbox is judged so. */
const legitFilteredByWords = 0.011
/** Of the cold mail that reaches the model, so much may be beneath notice. */
const coldBeneathNotice = 0.008
/** Of what a category sets aside, so much may be wrong. */
const wrongInCategory = 0.03
/** How much stricter a category may be than all together: it has too few mails to be trusted alone. */
const mostStricter = 0.03
const highest = 0.995

/** The lowest thresholds that keep these promises on mail the model had not seen; a category's own as far as it may be stricter. */
export function chooseThresholds(judged: readonly Judged[]): Record<Category, Threshold> {
  const unsure = Math.max(0.01, Math.floor(findUnsure(judged) * 100) / 100)
  const filter = findCommon(judged, legitFiltered)
  const certain = Math.min(highest, findCommon(judged, legitCertain))
  const choose = (category: Category): Threshold => {
    const own = findOwn(judged.filter((one) => one.category === category))
    const clamped = Math.min(Math.max(own, filter), filter + mostStricter, highest)
    return {
      unsure,
      filter: roundUp(clamped),
      certain: roundUp(Math.min(highest, Math.max(certain, clamped + 0.005))),
    }
  }
  // Every category is a key.
  return Object.fromEntries(categories.map((one) => [one, choose(one)])) as Record<
    Category,
    Threshold
  >
}

/** The sum above which words alone set aside as much legitimate mail as they may; `sums` are of legitimate mail. */
export function findWordsLimit(sums: readonly number[]): number {
  return (
    sums.toSorted((one, other) => other - one)[Math.floor(sums.length * legitFilteredByWords)] ?? 0
  )
}

function findUnsure(judged: readonly Judged[]): number {
  const cold = scoresOf(judged.filter(({ isCold, score }) => isCold && score > 0)).reverse()
  return cold[Math.floor(cold.length * coldBeneathNotice)] ?? 0
}

function findCommon(judged: readonly Judged[], share: number): number {
  const legit = scoresOf(judged.filter(({ isCold }) => !isCold))
  return legit[Math.floor(legit.length * share)] ?? highest
}

/** Half a wrong mail more than was seen is assumed, so that few mails do not prove much. */
function findOwn(judged: readonly Judged[]): number {
  let own = 1
  let wrong = 0.5
  judged
    .toSorted((one, other) => other.score - one.score)
    .forEach(({ score, isCold }, index) => {
      if (!isCold) wrong++
      if (wrong / (index + 1) <= wrongInCategory) own = score
    })
  return own
}

/** From the highest down. */
function scoresOf(judged: readonly Judged[]): number[] {
  return judged.map(({ score }) => score).toSorted((one, other) => other - one)
}

function roundUp(score: number): number {
  return Math.ceil(score * 1_000) / 1_000
}
