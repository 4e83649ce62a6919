import { expect, test } from 'vitest'
import { hideDismissedNotice } from './trial-dismissal.ts'

/** The rules of a page that shows the notice to Ann. */
function hideOn(getItem: (key: string) => string | null): string[] {
  const rules: string[] = []
  class CSSStyleSheet {
    replaceSync(text: string) {
      rules.push(text)
    }
  }
  const adoptedStyleSheets: CSSStyleSheet[] = []
  const document = {
    querySelector: () => ({ dataset: { trialOf: 'ann' } }),
    adoptedStyleSheets,
  }
  // Safe: the parts above are all that is used.
  hideDismissedNotice({ document, CSSStyleSheet, sessionStorage: { getItem } } as never)
  expect(adoptedStyleSheets).toHaveLength(rules.length)
  return rules
}

test('a notice that its user has dismissed in this tab is hidden before the first paint', () => {
  const dismissed = new Map([['trial-notice-dismissed:ann', 'yes']])
  expect(hideOn((key) => dismissed.get(key) ?? null)).toEqual([
    '[data-trial-of="ann"] { display: none }',
  ])
})

test('the notice is shown if another user dismissed theirs, or if the browser forbids storage', () => {
  const dismissed = new Map([['trial-notice-dismissed:ben', 'yes']])
  expect(hideOn((key) => dismissed.get(key) ?? null)).toEqual([])
  expect(
    hideOn(() => {
      throw new Error('Forbidden')
    }),
  ).toEqual([])
})
