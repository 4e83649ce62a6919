const openDelayMs = 700
/** Moving from one tooltip to the next within this time skips the delay. */
const skipDelayMs = 300
/** Long enough to move the pointer from the trigger onto the tooltip, which keeps it open. */
const leaveDelayMs = 100

let openId: string | null = null
let closedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Which tooltip of the page is open: at most one. */
export const tooltips = {
  /** The pointer is on the trigger, or on the tooltip itself. */
  enter(id: string) {
    clearTimeout(timer)
    if (openId === id) return
    if (openId !== null || Date.now() - closedAt < skipDelayMs) tooltips.open(id)
    else timer = setTimeout(() => tooltips.open(id), openDelayMs)
  },

  leave() {
    clearTimeout(timer)
    if (openId !== null) timer = setTimeout(tooltips.close, leaveDelayMs)
  },

  open(id: string) {
    clearTimeout(timer)
    set(id)
  },

  close() {
    clearTimeout(timer)
    if (openId !== null) closedAt = Date.now()
    set(null)
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  readOpen: () => openId,
}

function set(id: string | null) {
  openId = id
  for (const listener of listeners) listener()
}
