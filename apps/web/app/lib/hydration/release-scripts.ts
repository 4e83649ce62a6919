import { waitingToastKey } from '../toast.ts'

/** Events that a present visitor causes. */
const visitorEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const
const idleTimeoutMs = 3_000
/** Safari has no `requestIdleCallback`. */
const idleFallbackMs = 200

type Page = Window & typeof globalThis

/**
 * Runs the scripts that `delayScripts` put off: at the visitor's first event, or on `idle` pages
 * when the browser is idle, whichever comes first. On `first-move` pages the idle browser only
 * fetches them. A page that has a toast or an error to show does not wait.
 */
export function releaseScripts(page: Page): void {
  const { document } = page
  const delayed = document.querySelector<HTMLScriptElement>('script[data-delayed]')
  if (!delayed) return
  let isReleased = false

  function release() {
    if (isReleased || !delayed) return
    isReleased = true
    for (const type of visitorEvents) page.removeEventListener(type, onVisitorEvent)
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = delayed.nonce
    script.textContent = delayed.textContent
    document.head.append(script)
    script.remove()
  }

  function onVisitorEvent(event: Event) {
    if (isByVisitor(event)) release()
  }

  function onIdle() {
    if (delayed?.dataset['delayed'] === 'idle') release()
    else preload(document)
  }

  repeatEarlyAct(page)
  if (hasSomethingToShow(page)) {
    release()
    return
  }
  for (const type of visitorEvents) page.addEventListener(type, onVisitorEvent, { passive: true })
  page.addEventListener('load', () => {
    if (page.requestIdleCallback) page.requestIdleCallback(onIdle, { timeout: idleTimeoutMs })
    else page.setTimeout(onIdle, idleFallbackMs)
  })
}

/** Browsers report a pointer move without movement when a page appears under a resting pointer. */
function isByVisitor(event: Event): boolean {
  const isMove = event.type === 'pointermove' && 'movementX' in event && 'movementY' in event
  return !isMove || event.movementX !== 0 || event.movementY !== 0
}

/** A toast left by the previous page, or the error that a failed mailbox connection came back with. */
function hasSomethingToShow(page: Page): boolean {
  if (new URLSearchParams(page.location.search).has('error')) return true
  try {
    return page.sessionStorage.getItem(waitingToastKey) !== null
  } catch {
    // The browser may forbid storage.
    return false
  }
}

const actEvents = ['click', 'keydown', 'pointerup'] as const

/**
 * Repeats after hydration what the visitor did last before it, when nothing listened yet: clicks the
 * button again, or submits the form. Submit buttons are disabled until then, so a press of Enter or a
 * tap on the button would be lost.
 */
function repeatEarlyAct(page: Page) {
  let repeat = () => {}
  function onAct(event: Event) {
    const { target, type } = event
    if (!(target instanceof page.Element)) return
    if (type === 'click') {
      const button = target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
      if (button) repeat = () => button.click()
    } else {
      const submits =
        type === 'keydown'
          ? isEnter(event) && target.matches('input')
          : target.closest('[type=submit]')
      const form = submits ? target.closest<HTMLFormElement>('form[method=post]') : null
      if (form) repeat = () => form.requestSubmit()
    }
  }
  for (const type of actEvents) page.addEventListener(type, onAct, true)
  new page.MutationObserver((_changes, observer) => {
    observer.disconnect()
    for (const type of actEvents) page.removeEventListener(type, onAct, true)
    repeat()
  }).observe(page.document.documentElement, { attributeFilter: ['data-hydrated'] })
}

/** Not the Enter that ends the input of a composed character. */
function isEnter(event: Event): boolean {
  const { key, isComposing } = event as KeyboardEvent
  return key === 'Enter' && !isComposing
}

function preload(document: Document) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=delayed-modulepreload]'))
    link.rel = 'modulepreload'
}
