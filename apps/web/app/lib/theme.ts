import { useSyncExternalStore } from 'react'

type Theme = 'dark' | 'light'

const storageKey = 'theme'
const defaultTheme: Theme = 'dark'

/** Runs before the stylesheet, so that a stored light theme never shows a dark frame. */
export const themeScript = `try{if(localStorage.getItem('${storageKey}')==='light')document.documentElement.dataset.theme='light'}catch{}`

const listeners = new Set<() => void>()

export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
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
