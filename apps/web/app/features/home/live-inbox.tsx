import { productName } from '@doorman/domain/brand'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Mark } from '../../ui/basics/mark.tsx'
import { inboxRows, type InboxRow } from './inbox-rows.ts'

/**
 * The product at work, as a four-second animation in `app.css`. The markup is its last frame, so
 * visitors who prefer reduced motion see that.
 */
export function LiveInbox() {
  const [restored, setRestored] = useState<readonly InboxRow[]>([])
  const kept = inboxRows.filter((row) => row.cold === null)
  const setAside = inboxRows.filter((row) => row.cold !== null && !restored.includes(row))

  return (
    <figure className="live-inbox relative isolate overflow-hidden rounded-hero border border-border bg-card shadow-raised">
      <figcaption className="flex h-12 items-center justify-between border-b border-border px-4 text-sm font-medium sm:px-5">
        Inbox <Badge>Example</Badge>
      </figcaption>
      <div aria-hidden className="scan absolute inset-x-0 top-12 h-0.5 bg-primary" />
      <ul>
        {kept.map((row) => (
          <KeptRow key={row.from} row={row} />
        ))}
        {restored.map((row) => (
          <KeptRow key={row.from} row={row} isRestored />
        ))}
      </ul>
      <div className="tray relative border-t-2 border-primary">
        <p role="status" className="flex h-12 items-center gap-2 px-4 text-sm font-medium sm:px-5">
          <Mark size={20} />
          <span>
            {productName} <span className="taken inline-block">· {setAside.length}</span>
          </span>
        </p>
      </div>
      <ul className="pb-2">
        {setAside.map((row) => (
          <ColdRow key={row.from} row={row} onRestore={() => setRestored([...restored, row])} />
        ))}
      </ul>
    </figure>
  )
}

const rowClass = 'flex h-(--row) items-center gap-3 px-4 text-sm sm:px-5'

function KeptRow({ row, isRestored = false }: { row: InboxRow; isRestored?: boolean }) {
  return (
    <li className={clsx(rowClass, isRestored ? 'popping' : ['moving', row.shift])}>
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-primary" />
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium">{row.from}</span>
        <span className="truncate text-muted-fg">{row.subject}</span>
      </span>
      {isRestored && <Badge tone="good">Restored</Badge>}
    </li>
  )
}

function ColdRow({ row, onRestore }: { row: InboxRow; onRestore: () => void }) {
  return (
    <li className={clsx(rowClass, 'moving cooling', row.shift)}>
      <span aria-hidden className="size-2 shrink-0 rounded-full border border-current" />
      <span className="grid min-w-0 grow">
        <span className="unjudged truncate">
          {row.from}: {row.subject}
        </span>
        <span className="judged truncate text-xs text-muted-fg">{row.cold?.reason}</span>
      </span>
      <span className="judged hidden sm:inline-flex">
        <Badge tone="cold">cold {row.cold?.percent}%</Badge>
      </span>
      <span className="judged -me-2">
        <Button
          variant="ghost"
          size="small"
          aria-label={`Restore the email from ${row.from}`}
          onClick={onRestore}
        >
          Restore
        </Button>
      </span>
    </li>
  )
}
