import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

export type MenuProps = {
  trigger: ReactNode
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'end'
  children: ReactNode
}

/** Mounted when its trigger is first chosen, so it is open from the start. */
export function Menu({ trigger, side = 'bottom', align = 'start', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="popping z-50 min-w-56 rounded-card border border-border bg-raised p-1 shadow-raised"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

export type MenuItemProps = Omit<ComponentProps<typeof DropdownMenu.Item>, 'className'>

export function MenuItem(props: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className="flex h-11 cursor-pointer items-center gap-2 rounded-control px-2 text-sm outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-muted-fg data-highlighted:bg-muted md:h-9 [&_svg]:size-4 [&_svg]:text-muted-fg"
      {...props}
    />
  )
}

export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="max-w-64 truncate px-2 py-1.5 text-xs text-muted-fg">
      {children}
    </DropdownMenu.Label>
  )
}

export function MenuLine() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-border" />
}
