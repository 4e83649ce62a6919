import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readLibrary } from '@doorman/cli/product/read-library'

const { articles } = await readLibrary()
const card = await readFile(new URL('../docs/model-card.md', import.meta.url), 'utf8')
/** Titles, excerpts and descriptions count as well: most visitors read only these. */
const texts = articles.map((article) => {
  const { slug, title, excerpt, metaDescription, content } = article
  return [slug, withDigits([title, excerpt, metaDescription, content].join('\n'))] as const
})

const intervalEnds = new Set(
  [...card.matchAll(/\(([\d.]+)–([\d.]+);/g)].flatMap(([, ...ends]) => ends),
)

/** Figures that are not in the model card: early experiments, other filters and plain arithmetic. */
const figuresNotOnCard: Record<string, readonly string[]> = {
  'cost-of-twenty-pitches-a-day': ['75', '85'],
  'observe-first-then-let-it-act': ['30', '10', '3', '1'],
  'what-cold-outreach-is': ['0 of 189', '8 of 311', '2 of 279', '2', '95', '90', '10'],
  'why-a-small-local-model': ['27', '3', '90', '0.56', '0.94', '8.2', '8.5', '18'],
  'why-we-publish-our-misses': ['95', '5', '0'],
}

test.each(texts)('%s has the same counts as the model card', (slug, text) => {
  const counts = [...text.matchAll(/\b\d+ of \d+\b/g)].map(([count]) => count)
  expect(unknown(slug, counts, (count) => card.includes(`; ${count})`))).toEqual([])
})

test.each(texts)('%s has the same percentages as the model card', (slug, text) => {
  const shares = new Set([...card.matchAll(/([\d.]+) %/g)].flatMap(([, share]) => roundings(share)))
  const quoted = [...text.matchAll(/([\d.]+ (?:to|and) )?([\d.]+)(?: percent| %)/g)]
    .flatMap(([, from, to]) => [from?.split(' ')[0], to])
    .filter((share) => share !== undefined)
  expect(unknown(slug, quoted, (share) => shares.has(share) || intervalEnds.has(share))).toEqual([])
})

test.each(texts)('%s names the model’s thresholds', (slug, text) => {
  const limits = numbersUnder('Thresholds').map((limit) => Number(limit).toFixed(2))
  const known = [...limits, ...numbersUnder('Calibration')].map(Number)
  const scores = text
    .replaceAll(/[\d.]+ (?:(?:to|and) [\d.]+ )?(?:percent|%)/g, '')
    .match(/(?<![\d.])0\.\d+/g)
  expect(
    unknown(
      slug,
      scores ?? [],
      (score) => intervalEnds.has(score) || known.includes(Number(score)),
    ),
  ).toEqual([])
})

const leftOut = 'by left-out authors, with facts and headers'
const late = 'by late authors, with facts and headers'

/** Figures in words, with the row and column of the card and the percentages that they describe. */
test.each([
  ['about three in four', leftOut, 'cold', 72, 78],
  ['five in a thousand', leftOut, 'legit', 0.45, 0.55],
  ['about five in six', 'difficulty plain', 'cold', 82, 85],
  ['not much more than half', 'difficulty hard', 'cold', 52, 60],
  ['about seven in a thousand', 'difficulty hard', 'legit', 0.65, 0.75],
  ['about six in seven', 'collected, words alone', 'cold', 84, 88],
  ['more than four in five', late, 'cold', 81, 90],
  ['about seven in ten cold recruiter emails', 'category recruiter', 'cold', 68, 75],
  ['about six in ten, in German and Portuguese', 'language de', 'cold', 56, 64],
  ['about six in ten, in German and Portuguese', 'language pt', 'cold', 56, 64],
  ['more than four in five, in Danish', 'language da', 'cold', 81, 90],
  ['email in thirteen', 'everyday messages, one in ten cold', 'cold', 7.2, 8.2],
] as const)('“%s” still describes the model card', (words, row, column, from, to) => {
  expect(texts.filter(([, text]) => text.includes(words))).not.toEqual([])
  const [legit = '', cold = ''] = cellsOf(row)
  const percent = Number.parseFloat(column === 'legit' ? legit : cold)
  expect(percent).toBeGreaterThanOrEqual(from)
  expect(percent).toBeLessThanOrEqual(to)
})

function unknown(slug: string, quoted: readonly string[], isOnCard: (figure: string) => boolean) {
  const exceptions = figuresNotOnCard[slug] ?? []
  return quoted.filter((figure) => !isOnCard(figure) && !exceptions.includes(figure))
}

function roundings(share = ''): string[] {
  return [share, Number(share).toFixed(0)]
}

function cellsOf(row: string): string[] {
  const [, cells = ''] = card.split(`\n| ${row} |`)
  return (cells.split('\n')[0] ?? '').split('|')
}

function numbersUnder(heading: string): string[] {
  const [, from = ''] = card.split(`## ${heading}\n`)
  const [section = ''] = from.split('\n## ')
  return section.match(/\b\d\.\d+\b/g) ?? []
}

/** Removes code blocks and normalises spaces and numbers: "nine of 1,404" becomes "9 of 1404". */
function withDigits(content: string): string {
  const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  return content
    .replaceAll(/```.*?```/gs, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/(\d),(\d)/g, '$1$2')
    .replaceAll(/\b\w+(?= of \d)/gi, (word) => {
      const digit = words.indexOf(word.toLowerCase())
      return digit < 0 ? word : String(digit)
    })
}
