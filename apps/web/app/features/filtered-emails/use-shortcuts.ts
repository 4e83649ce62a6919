import { useEffect, useEffectEvent } from 'react'
import { isKeyTaken } from '../../lib/shortcuts/is-key-taken.ts'
import { useShortcutsOn } from '../../lib/shortcuts/shortcut-setting.ts'
import { findShortcut, type ShortcutName } from './shortcuts.ts'

/** Handles the list's shortcuts while they are switched on. */
export function useShortcuts(handlers: Readonly<Record<ShortcutName, () => void>>): void {
  const isOn = useShortcutsOn()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = findShortcut(event)
    if (!name || isKeyTaken(event)) return
    event.preventDefault()
    handlers[name]()
  })

  useEffect(() => {
    if (!isOn) return
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
