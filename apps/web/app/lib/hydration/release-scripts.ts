import { waitingToastKey } from '../toast.ts'

/**
 * Parts of a page that need React. `data-interactive` marks those that are neither a form nor a
 * button, and links and buttons with which the browser would do something else.
 */
const interactive = 'form, button, [data-interactive]'
/** The browser or an inline script does their work. */
const plain = '[data-plain], [popovertarget]'

/** What a visitor does with a part. The pointer comes before the press, which saves some time. */
const touches = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const

type Page = Window & typeof globalThis

/**
 * Runs the scripts that `delayScripts` put off, as soon as the visitor touches something that needs
 * them. A page that has a toast or an error to show does not wait.
 */
export function releaseScripts(page: Page): void {
  const { document } = page
  const delayed = document.querySelector<HTMLScriptElement>('script[data-delayed]')
  if (!delayed) return
  const isReleased = new page.AbortController()

  function release() {
    if (isReleased.signal.aborted || !delayed) return
    isReleased.abort()
    preload(document)
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = delayed.nonce
    script.textContent = delayed.textContent
    document.head.append(script)
    script.remove()
  }

  repeatEarlyAct(page)
  if (hasSomethingToShow(page) || needsReact(document.activeElement)) {
    release()
    return
  }
  const options = { passive: true, capture: true, signal: isReleased.signal }
  for (const touch of touches)
    page.addEventListener(
      touch,
      (event) => {
        const { target } = event
        if (target instanceof page.Element && isByVisitor(event) && needsReact(target)) release()
      },
      options,
    )
}

function needsReact(target: Element | null): boolean {
  const part = target?.closest(interactive)
  return !!part && !part.closest(plain)
}

/** Browsers report a pointer move without movement when a part appears or scrolls under a resting pointer. */
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

/** The module script’s imports load all at once, not one level after the other. */
function preload(document: Document) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=delayed-modulepreload]'))
    link.rel = 'modulepreload'
}

/**
 * Repeats after hydration what the visitor did last before it, when nothing listened yet: clicks the
 * button again, or submits the form. Without scripts these buttons are disabled, so they are enabled
 * here.
 */
function repeatEarlyAct(page: Page) {
  const { document } = page
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-quiet]'))
    button.disabled = false
  const isHydrated = new page.AbortController()
  let repeat = () => {}
  const options = { capture: true, signal: isHydrated.signal }
  page.addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof page.Element)) return
      const marked = target.closest<HTMLElement>('a[data-interactive], button[data-interactive]')
      // React prevents this as well, once it listens.
      if (marked) event.preventDefault()
      const chosen = marked ?? target.closest<HTMLElement>('button[type=button]')
      if (chosen && needsReact(chosen)) repeat = () => chosen.click()
    },
    options,
  )
  page.addEventListener(
    'submit',
    (event) => {
      const { target: form } = event
      // The browser submits a form with an action itself.
      if (!(form instanceof page.HTMLFormElement) || form.hasAttribute('action')) return
      event.preventDefault()
      repeat = () => form.requestSubmit()
    },
    options,
  )
  new page.MutationObserver((_changes, observer) => {
    observer.disconnect()
    isHydrated.abort()
    repeat()
  }).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
}
