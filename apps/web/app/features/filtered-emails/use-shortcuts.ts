import { useEffect, useEffectEvent } from 'react'
import { useShortcutsOn } from './shortcut-setting.ts'
import { findShortcut, type ShortcutName } from './shortcuts.ts'

/** Elements that need the keys themselves. */
const keyConsumers =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

/** Handles the list's shortcuts while they are switched on. */
export function useShortcuts(handlers: Readonly<Record<ShortcutName, () => void>>): void {
  const isOn = useShortcutsOn()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = findShortcut(event)
    const isConsumed =
      event.target instanceof Element && event.target.closest(keyConsumers) !== null
    if (!name || isConsumed || event.defaultPrevented) return
    event.preventDefault()
    handlers[name]()
  })

  useEffect(() => {
    if (!isOn) return
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
