/** A page where something can be done about it. */
type ToastAction = {
  label: string
  path: string
  /** For whoever cannot reach a toast: the same place, in words. */
  altText: string
}

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
  done: (title: string, description?: string) => show('done', title, description, undefined),
  failed: (title: string, description?: string, action?: ToastAction) =>
    show('failed', title, description, action),

  close(id: number) {
    if (current?.id === id) set({ ...current, isOpen: false })
  },

  /** Saves what is on the screen for the next document of this tab. */
  takeAlong() {
    try {
      if (current?.isOpen) sessionStorage.setItem(waitingToastKey, JSON.stringify(current))
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
