import { useEffect, useEffectEvent } from 'react'
import { useShortcutsOn } from './shortcut-setting.ts'
import { findShortcut, type ShortcutName } from './shortcuts.ts'

/** Keys that mean something else where they are pressed. */
const elsewhere =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

/** Binds the keys of the list, as long as they are switched on. */
export function useShortcuts(handlers: Readonly<Record<ShortcutName, () => void>>): void {
  const isOn = useShortcutsOn()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = findShortcut(event)
    const isElsewhere = event.target instanceof Element && event.target.closest(elsewhere) !== null
    if (!name || isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    handlers[name]()
  })

  // Synchronises with the keyboard.
  useEffect(() => {
    if (!isOn) return
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
