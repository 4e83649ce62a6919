import type { ReactNode } from 'react'

/** A section of the landing page with its anchor, heading and spacing. */
export function Section({
  id,
  title,
  lead,
  band = false,
  children,
}: {
  id: string
  title: string
  lead?: string
  /** With a background and borders of its own. */
  band?: boolean
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={band ? 'border-y border-border bg-card' : undefined}
    >
      <div className="mx-auto max-w-[72rem] px-4 py-18 md:px-8 md:py-28">
        <h2 id={`${id}-title`} className="max-w-[24ch] text-3xl font-semibold md:text-4xl">
          {title}
        </h2>
        {lead && <p className="mt-4 max-w-[60ch] text-lg text-pretty text-muted-fg">{lead}</p>}
        <div className="mt-10 md:mt-14">{children}</div>
      </div>
    </section>
  )
}
