import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'

/** The minified file: the browser parses it once per page, and `axe.source` is twice as long. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Screens that have passed in this worker, by rules, viewport and markup. */
const passed = new Set<string>()

/**
 * Expects no violation of WCAG 2.2 AA or of axe's best practices on the current screen. Only the
 * contrast rule depends on the theme, so the other theme is checked for contrast alone. A screen
 * whose markup has passed before is not checked again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, findViolations)
}

/**
 * Like `expectAccessible`, and also expects that no content is wider than a phone's screen. On the
 * narrowest phone it checks the rules that depend on width, and the contrast of elements that only
 * phones show.
 */
export async function expectAccessibleOnEveryScreen(page: Page): Promise<void> {
  await expectAccessible(page)
  const before = page.viewportSize()
  await page.evaluate(rememberShown)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(contentWidth, `${page.url()} fits ${width} px`).toBeLessThanOrEqual(width)
  }
  await expectNoViolations(page, findViolationsOnPhone)
  if (before) await page.setViewportSize(before)
}

async function expectNoViolations(page: Page, find: () => Promise<string[]>): Promise<void> {
  const signature = `${find.name} ${await page.evaluate(readSignature)}`
  if (passed.has(signature)) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  expect(await page.evaluate(find)).toEqual([])
  passed.add(signature)
}

/** Viewport and markup, without the theme and the parts that axe ignores: texts, addresses, ids, numbers. */
function readSignature(): string {
  const { innerWidth, innerHeight } = window
  const markup = document.documentElement.outerHTML
    .replaceAll(/<(script|style|template)\b[^]*?<\/\1>/g, '')
    .replaceAll(/>[^<]*[^<\s][^<]*</g, '>text<')
    .replaceAll(/\b(id|for|href|src|srcset|value|content|nonce|name|data-theme)="[^"]+"/g, '$1')
    .replaceAll(/\b(aria-(?:controls|describedby|labelledby|activedescendant))="[^"]+"/g, '$1')
    .replaceAll(/\d+/g, '0')
  return `${innerWidth}x${innerHeight} ${markup}`
}

/** Remembers the elements that a wide screen shows, for `findViolationsOnPhone`. */
function rememberShown(): void {
  const all = document.body.querySelectorAll('*')
  window.shownWhenWide = new WeakSet([...all].filter((element) => element.checkVisibility()))
}

// The functions below run in the browser and can't share code.

async function findViolations(): Promise<string[]> {
  const run = (runOnly: NonNullable<axe.RunOptions['runOnly']>) =>
    // Style sheets are not preloaded: only an experimental rule reads them.
    window.axe.run({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
  const all = await run(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { dataset } = document.documentElement
  const { theme } = dataset
  dataset.theme = theme === 'dark' ? 'light' : 'dark'
  const inOtherTheme = await run({ type: 'rule', values: ['color-contrast'] })
  dataset.theme = theme
  return [...all.violations, ...inOtherTheme.violations].map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`,
  )
}

async function findViolationsOnPhone(): Promise<string[]> {
  const run = (include: axe.ElementContext, values: string[]) =>
    window.axe.run(include, { runOnly: { type: 'rule', values }, resultTypes: ['violations'] })
  const layout = await run(document, ['scrollable-region-focusable', 'target-size'])
  const found = [...layout.violations]
  const isNew = (element: Element | null) =>
    element !== null && element.checkVisibility() && !window.shownWhenWide?.has(element)
  const onlyOnPhones = [...document.body.querySelectorAll('*')].filter(
    (element) => isNew(element) && !isNew(element.parentElement),
  )
  const { dataset } = document.documentElement
  const { theme } = dataset
  for (const name of onlyOnPhones.length > 0 ? ['dark', 'light'] : []) {
    dataset.theme = name
    found.push(...(await run(onlyOnPhones, ['color-contrast'])).violations)
  }
  dataset.theme = theme
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

declare global {
  // oxlint-disable-next-line consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    axe: typeof axe
    shownWhenWide?: WeakSet<Element>
  }
}
