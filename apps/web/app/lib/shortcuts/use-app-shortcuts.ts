import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isKeyTaken, isLayerOpen } from './is-key-taken.ts'
import { showOverlay } from './overlay.ts'
import { useShortcutsOn } from './shortcut-setting.ts'
import { findMeaning, type Shortcut } from './shortcuts.ts'

/** Handles the shortcuts that work on every page. */
export function useAppShortcuts(): void {
  const navigate = useNavigate()
  const isOn = useShortcutsOn()
  const sequenceStart = useRef<number | null>(null)

  function run(shortcut: Shortcut): void {
    if ('path' in shortcut) void navigate(shortcut.path)
    else showOverlay('shortcuts')
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const startedAt = sequenceStart.current
    sequenceStart.current = null
    if (isKeyTaken(event)) return
    const meaning = findMeaning(event, startedAt)
    if (meaning.kind === 'none') return
    // The list's handler ignores keys that are taken: after `g`, `s` reports no spam.
    event.preventDefault()
    if (meaning.kind === 'prefix') sequenceStart.current = meaning.startedAt
    if (meaning.kind === 'shortcut') run(meaning.shortcut)
  })

  const onChord = useEffectEvent((event: KeyboardEvent) => {
    const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    // An editor may use Ctrl+K for links.
    if (!isChord || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
    event.preventDefault()
    if (!isLayerOpen()) showOverlay('palette')
  })

  useEffect(() => {
    // Capturing, to see a key before the handler of the list.
    if (isOn) window.addEventListener('keydown', onKey, { capture: true })
    window.addEventListener('keydown', onChord)
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener('keydown', onChord)
    }
  }, [isOn])
}
