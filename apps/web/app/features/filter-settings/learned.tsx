import { productName } from '@doorman/domain/brand'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { ForgetLessons } from './forget-lessons.tsx'
import { KnownSenderRow } from './known-sender-row.tsx'
import { knownSenders } from './queries.ts'

/** Whom restores, reports and senders who have met the user have settled, and the way to take it back. */
export function Learned() {
  const headingId = useId()
  const senders = useSuspenseInfiniteQuery(knownSenders)
  const known = senders.data.pages.flat()
  return (
    <section aria-labelledby={headingId} className="mt-4 border-t border-border pt-8">
      <h2 id={headingId} tabIndex={-1} className="font-semibold">
        What {productName} has learned
      </h2>
      <p className="mt-1 text-sm text-muted-fg">
        Mail of senders you restored, or who answered that you have met before, stays in your inbox;
        mail of senders you reported as spam is set aside. Remove one, and its next mail is judged
        like anybody’s.
      </p>
      {known.length === 0 ? (
        <p className="mt-5 text-sm text-muted-fg">Nothing was restored or reported as spam yet.</p>
      ) : (
        <ul aria-label="Known senders" className="mt-4 divide-y divide-border">
          {known.map((sender) => (
            <KnownSenderRow
              key={sender.address}
              sender={sender}
              onForget={() => document.getElementById(headingId)?.focus()}
            />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {senders.hasNextPage && (
          <Button
            variant="secondary"
            isPending={senders.isFetchingNextPage}
            onClick={() => void senders.fetchNextPage()}
          >
            Show more
          </Button>
        )}
        <ForgetLessons />
      </div>
    </section>
  )
}
