import { useSyncExternalStore } from 'react'
import { storeTheme, type Theme } from './stored-theme.ts'

export type { Theme }

const defaultTheme: Theme = 'dark'
const listeners = new Set<() => void>()

export function setTheme(theme: Theme): void {
  storeTheme(window, theme)
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => defaultTheme)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : defaultTheme
}
