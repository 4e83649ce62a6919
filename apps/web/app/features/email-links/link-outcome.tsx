import type { ReactNode } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** What a link has done, or why it did nothing, and where to go on. */
export function LinkOutcome({
  tone,
  href,
  label,
  children,
}: {
  tone: 'good' | 'danger'
  href: string
  label: string
  children: ReactNode
}) {
  return (
    <div className="grid gap-5">
      <Banner tone={tone}>{children}</Banner>
      <Button asChild isWide>
        <a href={href}>{label}</a>
      </Button>
    </div>
  )
}
