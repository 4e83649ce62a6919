import { productName } from '@doorman/domain/brand'
import { Badge } from '../../ui/badge.tsx'
import { Mark } from '../../ui/mark.tsx'

const kept = [
  { from: 'Mira Olsen', subject: 'Contract, signed copy attached' },
  { from: 'Jonas, Accounting', subject: 'Two invoices need your approval' },
  { from: 'Dr. Patel’s practice', subject: 'Your appointment on Thursday' },
] as const

const setAside = [
  {
    from: 'Brightlead.example',
    subject: 'Quick question',
    reason: 'asks for a call, no prior thread',
  },
  { from: 'Talent Harbor', subject: 'Perfect role for you', reason: 'recruiter, first contact' },
  {
    from: 'NorthPeak Growth',
    subject: 'Re: 10x your pipeline',
    reason: 'no earlier mail to reply to',
  },
] as const

/** What the product does, shown on invented mail: kept messages bright, cold ones below the threshold. */
export function InboxExample() {
  return (
    <figure className="rounded-hero border border-border bg-card shadow-raised">
      <figcaption className="flex items-center justify-between border-b border-border px-4 py-3 text-sm font-medium sm:px-5">
        Inbox <Badge>Example</Badge>
      </figcaption>
      <ul>
        {kept.map(({ from, subject }) => (
          <li key={from} className="flex h-14 items-center gap-3 px-4 text-sm sm:px-5">
            <span className="size-2 shrink-0 rounded-full bg-primary" />
            <span className="w-32 shrink-0 truncate font-medium sm:w-40">{from}</span>
            <span className="truncate text-muted-fg">{subject}</span>
          </li>
        ))}
      </ul>
      <div className="rounded-b-hero border-t-2 border-primary bg-bg">
        <p className="flex items-center gap-2 px-4 pt-4 pb-1 text-sm font-medium sm:px-5">
          <Mark size={20} /> {productName} · {setAside.length} set aside
        </p>
        <ul className="pb-2">
          {setAside.map(({ from, subject, reason }) => (
            <li key={from} className="flex h-16 items-center gap-3 px-4 text-sm text-cold sm:px-5">
              <span className="size-2 shrink-0 rounded-full border border-cold" />
              <span className="w-32 shrink-0 truncate sm:w-40">{from}</span>
              <span className="grid min-w-0">
                <span className="truncate">{subject}</span>
                <span className="truncate text-xs text-muted-fg">{reason}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
