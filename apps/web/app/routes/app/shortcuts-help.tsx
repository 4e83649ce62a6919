import { shortcuts } from '../../features/filtered-emails/shortcuts.ts'
import { ShortcutsDialog } from '../../features/palette/shortcuts-dialog.tsx'

/** The help for the shortcuts of the whole app and of its list. */
export function ShortcutsHelp(props: { opener: HTMLElement | null; onClose: () => void }) {
  return <ShortcutsDialog {...props} listShortcuts={shortcuts} />
}
