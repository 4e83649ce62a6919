import { expect, test } from 'vitest'
import { releaseScripts } from './release-scripts.ts'

type Script = { type?: string; nonce?: string; textContent?: string }

/** As much of a browser page as `releaseScripts` uses. */
function fakePage(options: {
  until: 'idle' | 'first-move'
  search?: string
  waitingToast?: string
  isStorageForbidden?: boolean
}) {
  const events = new EventTarget()
  const ran: Script[] = []
  const preloads = [{ rel: 'delayed-modulepreload' }]
  let onIdle = () => {}
  let onHydrated = () => {}
  class FakeElement extends Event {
    clicks = 0
    submits = 0
    closest() {
      return this
    }
    matches() {
      return true
    }
    click() {
      this.clicks += 1
    }
    requestSubmit() {
      this.submits += 1
    }
  }
  const page = {
    document: {
      documentElement: {},
      querySelector: () => ({
        dataset: { delayed: options.until },
        nonce: 'secret',
        textContent: 'import "/assets/a.js"',
      }),
      querySelectorAll: () => preloads,
      createElement: () => ({ remove() {} }),
      head: { append: (script: Script) => ran.push(script) },
    },
    location: { search: options.search ?? '' },
    get sessionStorage() {
      if (options.isStorageForbidden) throw new Error('Forbidden')
      return { getItem: () => options.waitingToast ?? null }
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    requestIdleCallback: (callback: () => void) => (onIdle = callback),
    Element: FakeElement,
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
    fire: (type: string, details: object = {}) =>
      events.dispatchEvent(Object.assign(new Event(type), details)),
    fireOn(target: InstanceType<typeof FakeElement>, type: string, details: object = {}) {
      const event = Object.assign(new Event(type), details)
      Object.defineProperty(event, 'target', { value: target })
      events.dispatchEvent(event)
    },
    anElement: () => new FakeElement('element'),
    becomeIdle() {
      events.dispatchEvent(new Event('load'))
      onIdle()
    },
    hydrate: () => onHydrated(),
  }
}

test.each(['pointerdown', 'keydown', 'focusin', 'scroll'])(
  'the first %s runs the scripts once, with the nonce of the response',
  (type) => {
    const page = fakePage({ until: 'first-move' })
    expect(page.ran).toEqual([])
    page.fire(type)
    page.fire(type)
    expect(page.ran).toMatchObject([
      { type: 'module', nonce: 'secret', textContent: 'import "/assets/a.js"' },
    ])
  },
)

test('a pointer move counts only if the pointer has moved', () => {
  const page = fakePage({ until: 'first-move' })
  page.fire('pointermove', { movementX: 0, movementY: 0 })
  expect(page.ran).toEqual([])
  page.fire('pointermove', { movementX: 0, movementY: 3 })
  expect(page.ran).toHaveLength(1)
})

test('an idle browser runs the scripts of an idle page', () => {
  const page = fakePage({ until: 'idle' })
  page.becomeIdle()
  expect(page.ran).toHaveLength(1)
})

test('an idle browser only fetches the scripts of a first-move page', () => {
  const page = fakePage({ until: 'first-move' })
  page.becomeIdle()
  expect(page.ran).toEqual([])
  expect(page.preloads).toEqual([{ rel: 'modulepreload' }])
})

test.each([{ search: '?error=denied' }, { waitingToast: '{}' }])(
  'a page with something to show runs its scripts at once: %j',
  (options) => {
    expect(fakePage({ until: 'first-move', ...options }).ran).toHaveLength(1)
  },
)

test('a browser that forbids storage waits like any other', () => {
  const page = fakePage({ until: 'first-move', isStorageForbidden: true })
  expect(page.ran).toEqual([])
  page.fire('keydown')
  expect(page.ran).toHaveLength(1)
})

test('a button that was clicked before hydration is clicked again after it', () => {
  const page = fakePage({ until: 'idle' })
  const button = page.anElement()
  page.fireOn(button, 'click')
  expect(button.clicks).toBe(0)
  page.hydrate()
  expect(button.clicks).toBe(1)
})

test.each([
  ['keydown', { key: 'Enter' }, 1],
  ['keydown', { key: 'Enter', isComposing: true }, 0],
  ['keydown', { key: 'a' }, 0],
  ['pointerup', {}, 1],
] as const)(
  'a form that was submitted before hydration by %s %j is submitted %s times after it',
  (type, details, times) => {
    const page = fakePage({ until: 'idle' })
    const form = page.anElement()
    page.fireOn(form, type, details)
    expect(form.submits).toBe(0)
    page.hydrate()
    expect(form.submits).toBe(times)
  },
)
