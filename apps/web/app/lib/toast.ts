/** A button in the toast: a link to another page, or a callback. */
export type ToastAction = {
  label: string
  /** For screen readers: another way to do the same, since a toast disappears. */
  altText: string
} & ({ path: string } | { onChoose: () => void })

export type Toast = {
  id: number
  kind: 'done' | 'failed'
  title: string
  description: string | undefined
  action: ToastAction | undefined
  isOpen: boolean
}

/** Session storage key of a toast for the next page. Delayed scripts run at once if it is set. */
export const waitingToastKey = 'toast'

let current: Toast | null = null
const listeners = new Set<() => void>()

function set(next: Toast | null) {
  current = next
  for (const listener of listeners) listener()
}

function show(
  kind: Toast['kind'],
  title: string,
  description: string | undefined,
  action: ToastAction | undefined,
) {
  set({ id: (current?.id ?? 0) + 1, kind, title, description, action, isOpen: true })
}

/** One toast at a time: a second replaces the first. Can be called from anywhere in the browser. */
export const toast = {
  done: (title: string, description?: string, action?: ToastAction) =>
    show('done', title, description, action),
  failed: (title: string, description?: string, action?: ToastAction) =>
    show('failed', title, description, action),

  close(id: number) {
    if (current?.id === id) set({ ...current, isOpen: false })
  },

  isOpen: () => current?.isOpen === true,

  /** Saves the toast on the screen for the next document in this tab. A callback cannot be saved. */
  keepForNextPage() {
    if (!current?.isOpen) return
    const action = current.action && 'path' in current.action ? current.action : undefined
    try {
      sessionStorage.setItem(waitingToastKey, JSON.stringify({ ...current, action }))
    } catch {
      // The browser may forbid storage. Then the toast is lost.
    }
  },

  /** Shows the toast that the previous document saved, once. */
  showWaiting() {
    const waiting = takeWaiting()
    if (!waiting) return
    // Safe: only `keepForNextPage` writes this key.
    const { kind, title, description, action } = JSON.parse(waiting) as Toast
    show(kind, title, description, action)
  },
}

function takeWaiting(): string | null {
  try {
    const waiting = sessionStorage.getItem(waitingToastKey)
    sessionStorage.removeItem(waitingToastKey)
    return waiting
  } catch {
    return null
  }
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readToast(): Toast | null {
  return current
}
