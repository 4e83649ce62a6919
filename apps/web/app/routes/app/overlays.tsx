import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { closeOverlay, useOverlay } from '../../lib/shortcuts/overlay.ts'
import { useAppShortcuts } from '../../lib/shortcuts/use-app-shortcuts.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'

const Palette = lazy<ComponentType<{ onClose: () => void }>>(() =>
  import('../../features/palette/palette.tsx').then(
    (chunk) => ({ default: chunk.Palette }),
    () => ({ default: NotLoaded }),
  ),
)
type ShortcutsProps = { opener: HTMLElement | null; onClose: () => void }
const ShortcutsHelp = lazy<ComponentType<ShortcutsProps>>(() =>
  import('./shortcuts-help.tsx').then(
    (chunk) => ({ default: chunk.ShortcutsHelp }),
    () => ({ default: NotLoaded }),
  ),
)

/** The app's shortcuts, and the palette and the help that they open. Both are loaded on first use. */
export function Overlays() {
  useAppShortcuts()
  const shown = useOverlay()
  if (!shown) return null
  return (
    <Suspense>
      {shown.overlay === 'palette' ? (
        <Palette onClose={closeOverlay} />
      ) : (
        <ShortcutsHelp opener={shown.opener} onClose={closeOverlay} />
      )}
    </Suspense>
  )
}

/** The browser is offline, or a newer version of the app has replaced the files. */
function NotLoaded({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast.failed(text.somethingWrong.title, 'Check your connection and reload the page.')
    onClose()
  }, [onClose])
  return null
}
