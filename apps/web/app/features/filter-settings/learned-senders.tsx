import { productName } from '@doorman/domain/brand'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { ResetLessons } from './reset-lessons.tsx'
import { SenderRow } from './sender-row.tsx'
import { senderPages } from './queries.ts'

/** Senders that are trusted or blocked because of the user's actions or their own appeal. */
export function LearnedSenders() {
  const headingId = useId()
  const [typed, setTyped] = useState('')
  // While the answer to a search loads, the earlier list stays.
  const search = useDeferredValue(typed.trim())
  const senders = useSuspenseInfiniteQuery(senderPages(search))
  const entries = senders.data.pages.flat()
  return (
    <section aria-labelledby={headingId} className="mt-4 border-t border-border pt-8">
      <h2 id={headingId} tabIndex={-1} className="font-semibold">
        What {productName} has learned
      </h2>
      <p className="mt-1 text-sm text-muted-fg">
        Senders you’ve restored, or who replied “We’ve met before”, always get through. Senders
        you’ve marked as spam are always filtered. Remove a sender to have {productName} judge their
        email again.
      </p>
      {(entries.length > 0 || typed !== '') && (
        <div className="mt-5 max-w-80">
          <Input
            type="search"
            aria-label="Search senders"
            placeholder="Search senders"
            maxLength={254}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      {entries.length === 0 ? (
        <p role="status" className="mt-5 text-sm text-muted-fg">
          {search === ''
            ? 'You haven’t restored an email or marked one as spam yet.'
            : 'No sender matches your search.'}
        </p>
      ) : (
        <ul aria-label="Trusted and blocked senders" className="mt-4 divide-y divide-border">
          {entries.map((sender) => (
            <SenderRow
              key={sender.address}
              sender={sender}
              onRemove={() => document.getElementById(headingId)?.focus()}
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
        <ResetLessons />
      </div>
    </section>
  )
}
