import type { ReactNode } from 'react'

/** The frame of all pages for signing in and up. */
export function SignInCard({
  title,
  description,
  footer,
  children,
}: {
  title: string
  description?: ReactNode
  footer?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto flex w-full max-w-[26rem] grow flex-col justify-center px-4 py-12">
      <section className="rounded-hero border border-border bg-card p-6 shadow-card sm:p-8">
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          {title}
        </h1>
        {description && <p className="mt-1 text-sm text-pretty text-muted-fg">{description}</p>}
        <div className="mt-6">{children}</div>
      </section>
      {footer && <p className="mt-6 text-center text-sm text-muted-fg">{footer}</p>}
    </div>
  )
}
