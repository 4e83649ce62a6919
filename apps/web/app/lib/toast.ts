/** What can be done about it: on another page, or at once. */
type ToastAction = {
  label: string
  /** For whoever cannot reach a toast: another way to the same, in words. */
  altText: string
} & ({ path: string } | { choose: () => void })

export type Toast = {
  id: number
  kind: 'done' | 'failed'
  title: string
  description: string | undefined
  action: ToastAction | undefined
  isOpen: boolean
}

/** Where a toast waits for the next document. The held scripts of public pages look for it too. */
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

/** One message at a time: a second replaces the first. Callable from anywhere in the browser. */
export const toast = {
  done: (title: string, description?: string, action?: ToastAction) =>
    show('done', title, description, action),
  failed: (title: string, description?: string, action?: ToastAction) =>
    show('failed', title, description, action),

  close(id: number) {
    if (current?.id === id) set({ ...current, isOpen: false })
  },

  /** Saves what is on the screen for the next document of this tab, which only pages can be reached from. */
  takeAlong() {
    if (!current?.isOpen) return
    const action = current.action && 'path' in current.action ? current.action : undefined
    try {
      sessionStorage.setItem(waitingToastKey, JSON.stringify({ ...current, action }))
    } catch {
      // Somebody who lets no site keep anything goes on without the toast.
    }
  },

  /** Shows what an earlier document saved, once. */
  showWaiting() {
    const waiting = takeWaiting()
    if (!waiting) return
    // Safe: only `takeAlong` writes this key.
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
