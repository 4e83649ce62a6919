import { useSyncExternalStore } from 'react'

/** How this computer writes the key of the chords: `⌘` on Apple devices, otherwise `Ctrl`. */
export function useCommandKey(): string {
  return useSyncExternalStore(subscribe, readKey, () => 'Ctrl')
}

const subscribe = () => () => {}

function readKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
