import { useEffect, useEffectEvent, useState } from 'react'
import { toSidebarCookie } from '../../lib/pages/sidebar-cookie.ts'

/** The same boundary as `md:` in the stylesheet: 768 px. */
const wideScreen = '(width >= 48rem)'

/** Expanded or collapsed on wide screens, a sheet on phones. Ctrl or Cmd with B toggles both. */
export function useSidebar(isOpenAtFirst: boolean) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [isSheetOpen, setSheetOpen] = useState(false)

  function toggle() {
    if (!matchMedia(wideScreen).matches) {
      setSheetOpen(!isSheetOpen)
      return
    }
    setOpen(!isOpen)
    document.cookie = toSidebarCookie(!isOpen)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'b'
    // In a rich-text editor the same keys mean bold.
    const isEditor = event.target instanceof HTMLElement && event.target.isContentEditable
    if (!isShortcut || isEditor) return
    event.preventDefault()
    toggle()
  })

  // Synchronises with the keyboard and the width of the window.
  useEffect(() => {
    const screen = matchMedia(wideScreen)
    const closeSheet = () => setSheetOpen(false)
    screen.addEventListener('change', closeSheet)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      screen.removeEventListener('change', closeSheet)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])

  return { isOpen, isSheetOpen, setSheetOpen, toggle }
}
