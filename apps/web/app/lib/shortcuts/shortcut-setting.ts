import { useSyncExternalStore } from 'react'

const storageKey = 'shortcuts'
const listeners = new Set<() => void>()

/** Fallback for browsers that block storage: the choice lasts until the page is closed. */
let chosen: boolean | null = null

export function switchShortcuts(isOn: boolean): void {
  chosen = isOn
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // Storage is blocked; `chosen` applies.
  }
  for (const listener of listeners) listener()
}

/** WCAG 2.1.4: single-key shortcuts can be switched off, because speech input and switch devices trigger them by accident. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, isOn, () => true)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isOn(): boolean {
  if (chosen !== null) return chosen
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
