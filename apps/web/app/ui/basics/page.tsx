import type { ReactNode } from 'react'

/** A page of the app. Its heading gets the focus after a navigation. */
export function Page({
  title,
  description,
  width = 'wide',
  children,
}: {
  title: string
  description?: string
  width?: 'wide' | 'narrow'
  children: ReactNode
}) {
  return (
    <div className={`mx-auto ${width === 'wide' ? 'max-w-[80rem]' : 'max-w-2xl'}`}>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {title}
      </h1>
      {description && <p className="mt-1 text-sm text-pretty text-muted-fg">{description}</p>}
      <div className="mt-6 grid grid-cols-1 gap-6 md:mt-8">{children}</div>
    </div>
  )
}
