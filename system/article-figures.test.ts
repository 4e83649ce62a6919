import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readLibrary } from '@doorman/cli/product/read-library'

const { articles } = await readLibrary()
const card = await readFile(new URL('../docs/model-card.md', import.meta.url), 'utf8')
/** What the index and search engines show counts as well: it is what most visitors read. */
const texts = articles.map((article) => {
  const { slug, title, excerpt, metaDescription, content } = article
  return [slug, withDigits([title, excerpt, metaDescription, content].join('\n'))] as const
})

const intervalEnds = new Set(
  [...card.matchAll(/\(([\d.]+)–([\d.]+);/g)].flatMap(([, ...ends]) => ends),
)

/** Figures that are not in the model card: early experiments and plain arithmetic. */
const figuresNotOnCard: Record<string, readonly string[]> = {
  'cost-of-twenty-pitches-a-day': ['85'],
  'observe-first-then-let-it-act': ['30', '10', '3', '1'],
  'what-cold-outreach-is': ['0 of 189', '2', '95', '90', '10'],
  'what-our-filter-still-gets-wrong': ['95'],
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

test('how-doorman-decides says how many weights there are', () => {
  const [, weights = ''] = /([\d,]+) features/.exec(card) ?? []
  const hundreds = Math.round(Number(weights.replace(',', '')) / 100)
  expect(new Map(texts).get('how-doorman-decides')).toContain(`about ${hundreds}00 weights`)
})

function unknown(slug: string, quoted: readonly string[], isOnCard: (figure: string) => boolean) {
  const exceptions = figuresNotOnCard[slug] ?? []
  return quoted.filter((figure) => !isOnCard(figure) && !exceptions.includes(figure))
}

function roundings(share = ''): string[] {
  return [share, Number(share).toFixed(0)]
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
