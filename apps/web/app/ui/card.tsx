import type { ReactNode } from 'react'

/** A surface of its own, with a heading and, at the bottom, what one can do there. */
export function Card({
  title,
  description,
  tone = 'plain',
  footer,
  children,
}: {
  title: string
  description?: ReactNode
  tone?: 'plain' | 'danger'
  footer?: ReactNode
  children?: ReactNode
}) {
  return (
    <section
      className={`rounded-card border bg-card shadow-card ${tone === 'danger' ? 'border-danger/40' : 'border-border'}`}
    >
      <div className="p-5 md:p-6">
        <h2 className="font-semibold">{title}</h2>
        {description && <p className="mt-1 text-sm text-muted-fg">{description}</p>}
        {children && <div className="mt-5">{children}</div>}
      </div>
      {footer && (
        <div className="flex flex-wrap items-center justify-end gap-3 border-t border-border px-5 py-3 md:px-6">
          {footer}
        </div>
      )}
    </section>
  )
}
