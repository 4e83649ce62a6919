import { Slot } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import type { MenuItemProps, MenuProps } from './parts/menu.tsx'
import { loadParts, useParts } from './use-parts.ts'

/**
 * A menu beside its trigger. It is not modal, because Radix would inject a style element to lock
 * scrolling, and not in a portal, so that it stays inside its landmark or dialog.
 */
export function Dropdown(props: MenuProps) {
  const [isUsed, setUsed] = useState(false)
  const parts = useParts(isUsed)
  if (isUsed && parts) return <parts.Menu {...props} />
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={isUsed}
      onPointerEnter={loadParts}
      onFocus={loadParts}
      onClick={() => setUsed(true)}
    >
      {props.trigger}
    </Slot.Root>
  )
}

export function DropdownItem(props: MenuItemProps) {
  const parts = useParts(true)
  return parts && <parts.MenuItem {...props} />
}

export function DropdownNote(props: { children: ReactNode }) {
  const parts = useParts(true)
  return parts && <parts.MenuNote {...props} />
}

export function DropdownLine() {
  const parts = useParts(true)
  return parts && <parts.MenuLine />
}
