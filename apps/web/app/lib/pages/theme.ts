import { useSyncExternalStore } from 'react'
import { themeStorageKey } from './stored-theme.ts'

type Theme = 'dark' | 'light'

const defaultTheme: Theme = 'dark'
const listeners = new Set<() => void>()

export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(themeStorageKey, theme)
  } catch {
    // The browser may forbid storage. Then the choice lasts until the page is left.
  }
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
