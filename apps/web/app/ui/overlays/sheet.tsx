import type { SheetPanelProps } from './parts/sheet-panel.tsx'
import { useParts } from './use-parts.ts'

/** A panel that slides in from the side, such as the sidebar on a phone. */
export function Sheet(props: SheetPanelProps) {
  const parts = useParts(props.isOpen)
  return parts && <parts.SheetPanel {...props} />
}
