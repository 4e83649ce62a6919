import type { ReactNode } from 'react'

/** A bordered section with a heading and, at the bottom, its actions. */
export function Card({
  title,
  titleId,
  icon,
  description,
  action,
  tone = 'plain',
  footer,
  children,
}: {
  title: string
  /** Makes the heading focusable and lets other elements refer to it. */
  titleId?: string
  icon?: ReactNode
  description?: ReactNode
  /** Beside the heading. */
  action?: ReactNode
  tone?: 'plain' | 'danger'
  footer?: ReactNode
  children?: ReactNode
}) {
  return (
    <section
      className={`rounded-card border bg-card shadow-card ${tone === 'danger' ? 'border-danger/40' : 'border-border'}`}
    >
      <div className="p-5 md:p-6">
        <div className="flex gap-4">
          {icon}
          <div className="min-w-0 grow">
            <h2
              id={titleId}
              tabIndex={titleId ? -1 : undefined}
              className="font-semibold break-words"
            >
              {title}
            </h2>
            {description && <p className="mt-1 text-sm text-muted-fg">{description}</p>}
          </div>
          {action && <div className="-my-2.5 shrink-0 md:-my-1">{action}</div>}
        </div>
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
