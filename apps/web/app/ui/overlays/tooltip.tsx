import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'

const openDelayMs = 700
const skipDelayMs = 300

/** Wraps everything with tooltips: moving from one tooltip to the next skips the delay. */
export function TooltipScope({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </RadixTooltip.Provider>
  )
}

export function Tooltip({
  label,
  side = 'top',
  isDisabled = false,
  children,
}: {
  label: ReactNode
  side?: 'top' | 'right' | 'bottom'
  /** For when the label is visible anyway. */
  isDisabled?: boolean
  children: ReactNode
}) {
  return (
    <RadixTooltip.Root {...(isDisabled && { open: false })}>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 rounded-control border border-border bg-raised px-2 py-1 text-xs text-fg shadow-raised"
      >
        {label}
      </RadixTooltip.Content>
    </RadixTooltip.Root>
  )
}
