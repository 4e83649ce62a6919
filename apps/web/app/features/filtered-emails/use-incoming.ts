import { useState, useSyncExternalStore } from 'react'
import { splitIncoming } from './incoming.ts'

type Item = { readonly id: string }
type Seen = { readonly list: string; readonly ids: ReadonlySet<string> }

const none: ReadonlySet<string> = new Set()

/** Marks the element that holds the rows. */
export const rowsMark = { 'data-email-rows': '' }

/** A row that the user reads, works on with the keyboard, or has selected. */
const rowInUse = '[data-email-rows] li :is(:focus-visible, input:checked, [aria-expanded="true"])'

/**
 * Holds back new items while the user reads, so that a refetch never moves the rows under their
 * eyes. `list` names the list: items of another list are shown at once.
 */
export function useIncoming<Any extends Item>(items: readonly Any[], list: string) {
  const isReading = useSyncExternalStore(subscribe, readIsReading, () => false)
  const [seen, setSeen] = useState<Seen>(() => see(list, items, none))
  const known = seen.list === list ? seen.ids : none
  const split = splitIncoming(items, known)
  const shown = isReading ? split.shown : items
  // Keeps what has left the list: an undo brings it back, and it isn't new then.
  if (seen.list !== list || shown.some(({ id }) => !known.has(id))) setSeen(see(list, shown, known))

  return {
    shown,
    incoming: isReading ? split.incoming : [],
    showIncoming: () => setSeen(see(list, items, known)),
  }
}

function see(list: string, items: readonly Item[], before: ReadonlySet<string>): Seen {
  return { list, ids: new Set([...before, ...items.map(({ id }) => id)]) }
}

function readIsReading(): boolean {
  return window.scrollY > 0 || document.querySelector(rowInUse) !== null
}

/** Not `focusout`: between two rows the focus is nowhere for a moment. */
function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  document.addEventListener('focusin', listener)
  return () => {
    window.removeEventListener('scroll', listener)
    document.removeEventListener('focusin', listener)
  }
}
