import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badgeClass = cva(
  'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
  {
    variants: {
      tone: {
        plain: 'border-border bg-muted text-muted-fg',
        good: 'border-primary/40 bg-primary/10 text-primary',
        cold: 'border-cold/40 bg-cold/10 text-cold',
        attention: 'border-transparent bg-amber text-on-amber',
        danger: 'border-transparent bg-danger-surface text-on-danger',
      },
    },
  },
)

export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'cold' | 'attention' | 'danger'
  children: ReactNode
}) {
  return <span className={badgeClass({ tone })}>{children}</span>
}
