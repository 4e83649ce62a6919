import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { Category } from '@doorman/domain/decide'
import type { ReactNode } from 'react'
import type { Account } from '../../lib/accounts.ts'
import { formatMoment, formatConfidence } from '../../lib/format.ts'
import { toSender } from '../../lib/sender.ts'
import { Badge } from '../../ui/badge.tsx'
import { isJudged } from './confidence.ts'
import { MailPreview } from './mail-preview.tsx'
import { describeRedactions } from './redactions.ts'

const kinds: Readonly<Record<Category, string>> = {
  sales: 'Sales',
  recruiter: 'Recruiter',
  investor: 'Investor',
  other: 'Other',
}

/** Everything we know of an email, and what it says, which only its mailbox knows. */
export function FilteredEmailDetails({
  email,
  account,
  asOf,
  children,
}: {
  email: FilteredEmail
  account: Account | undefined
  asOf: Date
  /** What one can do about it. */
  children: ReactNode
}) {
  const redactions = describeRedactions(email.redactionStats)
  const { address } = toSender(email.from)
  return (
    <div className="grid gap-5 px-4 pt-1 pb-5 text-sm @3xl:grid-cols-[18rem_minmax(0,1fr)] @3xl:gap-8 @3xl:ps-13">
      <dl className="grid content-start gap-4 [&_dt]:text-xs [&_dt]:text-muted-fg">
        <div>
          <dt>Confidence</dt>
          {isJudged(email) ? (
            <dd className="mt-1 flex items-center gap-3 tabular-nums">
              {formatConfidence(email.classificationScore)}
              <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-muted">
                <span
                  className="block h-full rounded-full bg-cold"
                  style={{ width: formatConfidence(email.classificationScore) }}
                />
              </span>
              <Badge>{kinds[email.category]}</Badge>
            </dd>
          ) : (
            <dd className="mt-1">None: it was set aside for its sender</dd>
          )}
        </div>
        <div>
          <dt>Reasoning</dt>
          <dd className="mt-1 text-pretty">{email.reasoning}</dd>
        </div>
        {email.detectedSignals.length > 0 && (
          <Words term="Detected signals" words={email.detectedSignals} />
        )}
        {redactions.length > 0 && <Words term="Hidden before it was judged" words={redactions} />}
        {email.restoredBy === 'sender' && (
          <div>
            <dt>Restored</dt>
            <dd className="mt-1 text-pretty">The sender answered that you have met before</dd>
          </div>
        )}
        {email.answeredAt && (
          <div>
            <dt>Answered in your name</dt>
            <dd className="mt-1 text-pretty">
              {formatMoment(email.answeredAt, asOf)}
              {email.hasAnswerBounced && ', but it did not reach the sender'}
            </dd>
          </div>
        )}
        <div>
          <dt>From</dt>
          <dd className="mt-1 break-words">
            <bdi>{address || 'Unknown sender'}</bdi>
          </dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd className="mt-1 break-words">
            {formatMoment(email.receivedAt, asOf)}
            {account && ` by ${account.email}`}
          </dd>
        </div>
      </dl>
      <div className="grid min-w-0 content-start gap-4">
        {children}
        <MailPreview id={email.id} />
      </div>
    </div>
  )
}

function Words({ term, words }: { term: string; words: readonly string[] }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="mt-1.5">
        <ul className="flex flex-wrap gap-1.5">
          {words.map((word) => (
            <li key={word}>
              <Badge>{word}</Badge>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
