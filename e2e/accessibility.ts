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

/** Screens that have passed in this worker, by viewport, theme and markup. */
const passed = new Set<string>()

/** The rules whose result can depend on the width of the screen. */
const layoutRules = ['color-contrast', 'scrollable-region-focusable', 'target-size']

/**
 * Expects no violation of WCAG 2.2 AA or of axe's best practices on the current screen. Only the
 * contrast rule depends on the theme, so the other theme is checked for contrast alone.
 * With `isLayoutOnly` the rules that width can change are checked, in the current theme. A screen
 * whose markup has passed before is not checked again.
 */
export async function expectAccessible(page: Page, { isLayoutOnly = false } = {}): Promise<void> {
  const signature = `${isLayoutOnly} ${await page.evaluate(readSignature)}`
  if (passed.has(signature)) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(findViolations, isLayoutOnly ? layoutRules : null)
  expect(violations).toEqual([])
  passed.add(signature)
}

const screens = [
  { width: 390, height: 844, theme: 'light' },
  { width: 320, height: 640, theme: 'dark' },
]

/**
 * As `expectAccessible`, and again on a light phone and on a narrow dark one, where the page must
 * not scroll sideways either.
 */
export async function expectAccessibleOnEveryScreen(page: Page): Promise<void> {
  await expectAccessible(page)
  const before = { viewport: page.viewportSize(), theme: await setTheme(page, null) }
  for (const { width, height, theme } of screens) {
    await page.setViewportSize({ width, height })
    await setTheme(page, theme)
    await expectAccessible(page, { isLayoutOnly: true })
    const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(contentWidth, `${page.url()} fits ${width} px`).toBeLessThanOrEqual(width)
  }
  if (before.viewport) await page.setViewportSize(before.viewport)
  await setTheme(page, before.theme)
}

/** Sets the theme, if one is given, and returns the one before. */
function setTheme(page: Page, theme: string | null): Promise<string | null> {
  return page.evaluate((name) => {
    const { dataset } = document.documentElement
    const before = dataset.theme ?? null
    if (name) dataset.theme = name
    return before
  }, theme)
}

/** Viewport, theme and markup, without the parts that axe ignores: texts, addresses, ids, numbers. */
function readSignature(): string {
  const { innerWidth, innerHeight } = window
  const markup = document.documentElement.outerHTML
    .replaceAll(/<(script|style|template)\b[^]*?<\/\1>/g, '')
    .replaceAll(/>[^<]*[^<\s][^<]*</g, '>text<')
    .replaceAll(/\b(id|for|href|src|srcset|value|content|nonce|name)="[^"]+"/g, '$1')
    .replaceAll(/\b(aria-(?:controls|describedby|labelledby|activedescendant))="[^"]+"/g, '$1')
    .replaceAll(/\d+/g, '0')
  return `${innerWidth}x${innerHeight} ${markup}`
}

async function findViolations(layoutOnly: readonly string[] | null): Promise<string[]> {
  const root = document.documentElement
  const theme = root.dataset.theme
  const run = (runOnly: NonNullable<axe.RunOptions['runOnly']>) =>
    window.axe.run({ runOnly, resultTypes: ['violations'] })
  const results = layoutOnly
    ? [await run({ type: 'rule', values: [...layoutOnly] })]
    : [await run(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])]
  if (!layoutOnly) {
    root.dataset.theme = theme === 'dark' ? 'light' : 'dark'
    results.push(await run({ type: 'rule', values: ['color-contrast'] }))
    root.dataset.theme = theme
  }
  return results
    .flatMap(({ violations }) => violations)
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

declare global {
  // oxlint-disable-next-line consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    axe: typeof axe
  }
}
