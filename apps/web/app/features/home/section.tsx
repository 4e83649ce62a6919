import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** The width and spacing of a section’s content. */
export const contentClass = 'mx-auto w-full max-w-[72rem] px-4 py-9 md:px-8 md:py-14'

/** The heading on the left, the content on the right; one below the other on narrow screens. */
export const besideClass = 'grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]'

export const titleClass = 'text-2xl font-semibold sm:text-3xl'

/** A section of the landing page with its anchor, heading and spacing. */
export function Section({
  id,
  title,
  lead,
  band = false,
  className,
  children,
}: {
  id: string
  title: string
  lead?: string
  /** With a background and borders of its own. */
  band?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={clsx(className, band && 'border-y border-border bg-card')}
    >
      <div className={contentClass}>
        <h2 id={`${id}-title`} className={titleClass}>
          {title}
        </h2>
        {lead && <p className="mt-2 max-w-[68ch] text-pretty text-muted-fg md:text-lg">{lead}</p>}
        <div className="mt-5 md:mt-8">{children}</div>
      </div>
    </section>
  )
}
