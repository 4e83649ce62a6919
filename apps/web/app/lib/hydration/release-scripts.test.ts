import { expect, test } from 'vitest'
import { releaseScripts } from './release-scripts.ts'

type Script = { type?: string; nonce?: string; textContent?: string }

/** As much of a browser page as `releaseScripts` uses. */
function fakePage(
  options: {
    search?: string
    waitingToast?: string
    isStorageForbidden?: boolean
    focused?: string
  } = {},
) {
  const events = new EventTarget()
  const ran: Script[] = []
  const preloads = [{ rel: 'delayed-modulepreload' }]
  const quietButton = { disabled: true }
  let onHydrated = () => {}
  /** An element that is described by the selectors that match it. */
  class FakeElement {
    clicks = 0
    submits = 0
    selectors: readonly string[]
    constructor(...selectors: string[]) {
      this.selectors = selectors
    }
    closest(selector: string) {
      return this.matches(selector) ? this : null
    }
    matches(selector: string) {
      return selector.split(', ').some((part) => this.selectors.includes(part))
    }
    click() {
      this.clicks += 1
    }
    requestSubmit() {
      this.submits += 1
    }
    hasAttribute(name: string) {
      return this.matches(`[${name}]`)
    }
  }
  const page = {
    document: {
      documentElement: {},
      activeElement: options.focused ? new FakeElement(options.focused) : null,
      querySelector: () => ({ nonce: 'secret', textContent: 'import "/assets/a.js"' }),
      querySelectorAll: (selector: string) =>
        selector.startsWith('link') ? preloads : [quietButton],
      createElement: () => ({ remove() {} }),
      head: { append: (script: Script) => ran.push(script) },
    },
    location: { search: options.search ?? '' },
    get sessionStorage() {
      if (options.isStorageForbidden) throw new Error('Forbidden')
      return { getItem: () => options.waitingToast ?? null }
    },
    addEventListener: events.addEventListener.bind(events),
    AbortController,
    Element: FakeElement,
    HTMLFormElement: FakeElement,
    MutationObserver: class {
      constructor(callback: (changes: [], observer: { disconnect(): void }) => void) {
        onHydrated = () => callback([], { disconnect() {} })
      }
      observe() {}
    },
  }
  // Safe: the parts above are all that is used.
  releaseScripts(page as unknown as Window & typeof globalThis)
  return {
    ran,
    preloads,
    quietButton,
    element: (...selectors: string[]) => new FakeElement(...selectors),
    fireOn(target: FakeElement, type: string, details: object = {}) {
      const event = Object.assign(new Event(type, { cancelable: true }), details)
      Object.defineProperty(event, 'target', { value: target })
      events.dispatchEvent(event)
      return event
    },
    hydrate: () => onHydrated(),
  }
}

test.each(['pointermove', 'pointerdown', 'focusin', 'keydown'])(
  'a %s at a part that needs React runs the scripts once, with the nonce of the response',
  (type) => {
    const page = fakePage()
    expect(page.ran).toEqual([])
    const field = page.element('form')
    page.fireOn(field, type)
    page.fireOn(field, type)
    expect(page.ran).toMatchObject([
      { type: 'module', nonce: 'secret', textContent: 'import "/assets/a.js"' },
    ])
    expect(page.preloads).toEqual([{ rel: 'modulepreload' }])
  },
)

test('a part that scrolls under a resting pointer runs no scripts', () => {
  const page = fakePage()
  const form = page.element('form')
  page.fireOn(form, 'pointermove', { movementX: 0, movementY: 0 })
  expect(page.ran).toEqual([])
  page.fireOn(form, 'pointermove', { movementX: 0, movementY: 3 })
  expect(page.ran).toHaveLength(1)
})

test.each([['form'], ['button'], ['[data-interactive]']])('a %s needs React', (selector) => {
  const page = fakePage()
  page.fireOn(page.element(selector), 'pointerdown')
  expect(page.ran).toHaveLength(1)
})

test.each([[['p']], [['a']], [['button', '[popovertarget]']], [['form', '[data-plain]']]])(
  'touching %j loads nothing',
  (selectors) => {
    const page = fakePage()
    for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown'])
      page.fireOn(page.element(...selectors), type)
    expect(page.ran).toEqual([])
  },
)

test.each([{ search: '?error=denied' }, { waitingToast: '{}' }, { focused: 'form' }])(
  'a page with something to show or a focused field runs its scripts at once: %j',
  (options) => {
    expect(fakePage(options).ran).toHaveLength(1)
  },
)

test('scripts wait for the visitor even if the browser forbids storage', () => {
  const page = fakePage({ isStorageForbidden: true })
  expect(page.ran).toEqual([])
  page.fireOn(page.element('form'), 'keydown')
  expect(page.ran).toHaveLength(1)
})

test('a button that was clicked before hydration is clicked again after it', () => {
  const page = fakePage()
  const button = page.element('button', 'button[type=button]')
  page.fireOn(button, 'click')
  expect(button.clicks).toBe(0)
  page.hydrate()
  expect(button.clicks).toBe(1)
})

test('a button that works without React is not clicked again', () => {
  const page = fakePage()
  const button = page.element('button', 'button[type=button]', '[data-plain]')
  page.fireOn(button, 'click')
  page.hydrate()
  expect(button.clicks).toBe(0)
})

test('a link that React handles is held back, and followed after hydration', () => {
  const page = fakePage()
  const link = page.element('[data-interactive]', 'a[data-interactive]')
  expect(page.fireOn(link, 'click').defaultPrevented).toBe(true)
  page.hydrate()
  expect(link.clicks).toBe(1)
  expect(page.fireOn(link, 'click').defaultPrevented).toBe(false)
})

test.each([
  [[], 1],
  // The browser has submitted a form with an action.
  [['[action]'], 0],
])(
  'a form with the attributes %j that was submitted before hydration is submitted %i times after it',
  (attributes, times) => {
    const page = fakePage()
    const form = page.element('form', ...attributes)
    expect(page.fireOn(form, 'submit').defaultPrevented).toBe(times === 1)
    expect(form.submits).toBe(0)
    page.hydrate()
    expect(form.submits).toBe(times)
  },
)

test('buttons that are disabled without scripts are enabled', () => {
  expect(fakePage().quietButton.disabled).toBe(false)
})
