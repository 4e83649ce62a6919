import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A page of the app. Its heading gets the focus after a navigation. */
export function Page({
  title,
  description,
  views,
  width = 'wide',
  hasBottomBar = false,
  children,
}: {
  title: string
  description?: string
  /** Links to other views of the same thing, beside the heading. */
  views?: ReactNode
  width?: 'wide' | 'narrow'
  /**
   * Whether a bar can appear at the end of the page. Without it, space at the end lets a user scroll
   * the last buttons above a toast.
   */
  hasBottomBar?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={clsx(
        'mx-auto',
        width === 'wide' ? 'max-w-[80rem]' : 'max-w-2xl',
        !hasBottomBar && 'pb-32 md:pb-20 print:pb-0',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-1">
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            {title}
          </h1>
          {description && (
            <p className="min-w-0 text-sm text-pretty text-muted-fg">{description}</p>
          )}
        </div>
        {views}
      </div>
      <div className="mt-4 grid grid-cols-1 gap-6 md:mt-5">{children}</div>
    </div>
  )
}
