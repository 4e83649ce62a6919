import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'info' | 'good' | 'attention' | 'danger'

const looks: Record<Tone, { className: string; icon: LucideIcon; iconClass: string }> = {
  info: { className: 'border-border bg-muted', icon: Info, iconClass: 'text-muted-fg' },
  good: {
    className: 'border-primary/40 bg-primary/10',
    icon: CircleCheck,
    iconClass: 'text-primary',
  },
  attention: { className: 'border-transparent bg-amber text-on-amber', icon: Info, iconClass: '' },
  danger: {
    className: 'border-danger/40 bg-danger/10',
    icon: CircleAlert,
    iconClass: 'text-danger',
  },
}

/** A notice that stays on the page until its cause is gone. */
export function Banner({
  tone,
  action,
  children,
}: {
  tone: Tone
  action?: ReactNode
  children: ReactNode
}) {
  const { className, icon: Icon, iconClass } = looks[tone]
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border px-4 py-3 text-sm ${className}`}
    >
      <span className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${iconClass}`} />
        <span className="min-w-0 break-words">{children}</span>
      </span>
      {action}
    </div>
  )
}
