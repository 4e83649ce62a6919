import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** An empty state: why it is empty, what will happen, and at most one action. */
export function Empty({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card border border-dashed border-border px-6 py-16 text-center">
      <span className="grid size-12 place-items-center rounded-full border border-border bg-card text-muted-fg">
        <Icon aria-hidden className="size-5" strokeWidth={1.5} />
      </span>
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mx-auto mt-1 max-w-md text-sm text-pretty text-muted-fg">{children}</p>
      </div>
      {action}
    </div>
  )
}
