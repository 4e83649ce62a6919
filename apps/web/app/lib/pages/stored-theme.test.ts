import { expect, test } from 'vitest'
import { applyStoredTheme, switchThemeOnClick } from './stored-theme.ts'

function applyTo(getItem: () => string | null): object {
  const dataset = { theme: 'dark' }
  const page = { localStorage: { getItem }, document: { documentElement: { dataset } } }
  // Safe: the parts above are all that is used.
  applyStoredTheme(page as unknown as Window)
  return dataset
}

test('a stored light theme replaces the default', () => {
  expect(applyTo(() => 'light')).toEqual({ theme: 'light' })
})

test('any other stored value leaves the default', () => {
  expect(applyTo(() => null)).toEqual({ theme: 'dark' })
  expect(applyTo(() => 'purple')).toEqual({ theme: 'dark' })
})

test('a browser that forbids storage keeps the default', () => {
  const dataset = applyTo(() => {
    throw new Error('Forbidden')
  })
  expect(dataset).toEqual({ theme: 'dark' })
})

/** As much of a page as `switchThemeOnClick` uses. */
function fakePage(setItem: (key: string, value: string) => void) {
  const dataset = { theme: 'dark' }
  let onClick = (_event: { target: unknown }) => {}
  class FakeElement {
    readonly isSwitch: boolean
    constructor(isSwitch: boolean) {
      this.isSwitch = isSwitch
    }
    closest() {
      return this.isSwitch ? this : null
    }
  }
  const page = {
    Element: FakeElement,
    localStorage: { setItem },
    document: {
      documentElement: { dataset },
      addEventListener: (_type: string, listener: typeof onClick) => (onClick = listener),
    },
  }
  // Safe: the parts above are all that is used.
  switchThemeOnClick(page as unknown as Window & typeof globalThis)
  return { dataset, click: (isSwitch: boolean) => onClick({ target: new FakeElement(isSwitch) }) }
}

test('a click on the switch changes and stores the theme, and other clicks change nothing', () => {
  const stored: string[] = []
  const page = fakePage((key, value) => stored.push(`${key}=${value}`))
  page.click(false)
  expect(page.dataset.theme).toBe('dark')
  page.click(true)
  expect(page.dataset.theme).toBe('light')
  page.click(true)
  expect(page.dataset.theme).toBe('dark')
  expect(stored).toEqual(['theme=light', 'theme=dark'])
})

test('the switch works in a browser that forbids storage', () => {
  const page = fakePage(() => {
    throw new Error('Forbidden')
  })
  page.click(true)
  expect(page.dataset.theme).toBe('light')
})
