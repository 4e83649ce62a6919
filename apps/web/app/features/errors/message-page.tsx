import type { ReactNode } from 'react'
import { Mark } from '../../ui/basics/mark.tsx'

/** A page with a single message. */
export function MessagePage({
  title,
  actions,
  children,
}: {
  title: string
  actions: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-md grow content-center justify-items-center gap-4 px-4 py-24 text-center">
      <span className="grid size-14 place-items-center rounded-card border border-border bg-card">
        <Mark size={32} />
      </span>
      <h1 tabIndex={-1} className="mt-2 text-3xl font-semibold">
        {title}
      </h1>
      <p className="text-pretty text-muted-fg">{children}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  )
}
