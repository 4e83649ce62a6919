import type { ReactNode } from 'react'
import { Sheet } from '../../ui/overlays/sheet.tsx'

/** The sidebar's frame: 16rem or 3rem wide beside the page, an 18rem sheet over it below 768 px. */
export function Sidebar({
  isOpen,
  isSheetOpen,
  onSheetOpenChange,
  children,
}: {
  isOpen: boolean
  isSheetOpen: boolean
  onSheetOpenChange: (isOpen: boolean) => void
  children: (isCollapsed: boolean) => ReactNode
}) {
  return (
    <>
      <aside
        aria-label="Sidebar"
        data-state={isOpen ? 'expanded' : 'collapsed'}
        className="screen-only sticky top-(--top-line) z-30 hidden h-[calc(100svh-var(--top-line))] w-[16rem] shrink-0 overflow-hidden border-e border-border bg-card transition-[width] duration-150 data-[state=collapsed]:w-[3rem] md:block"
      >
        {children(!isOpen)}
      </aside>
      <Sheet title="Sidebar" isOpen={isSheetOpen} onOpenChange={onSheetOpenChange}>
        {children(false)}
      </Sheet>
    </>
  )
}
