import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { Category } from '@doorman/domain/screening/categories'
import type { ReactNode } from 'react'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { formatMoment, formatConfidence } from '../../lib/format.ts'
import { toSender } from '../../lib/lists/sender.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { isJudged } from './confidence.ts'
import { MailPreview } from './mail-preview.tsx'
import { describeRedactions } from './redactions.ts'

const kinds: Readonly<Record<Category, string>> = {
  sales: 'Sales',
  recruiter: 'Recruiter',
  investor: 'Investor',
  other: 'Other',
}

/** Everything we store about an email, and its text, which is fetched from the mailbox. */
export function FilteredEmailDetails({
  email,
  account,
  asOf,
  children,
}: {
  email: FilteredEmail
  account: Account | undefined
  asOf: Date
  /** The actions, on narrow screens. */
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
            <dd className="mt-1 text-pretty">Not scored: filtered because of its sender</dd>
          )}
        </div>
        <div>
          <dt>Reasoning</dt>
          <dd className="mt-1 text-pretty">{email.reasoning}</dd>
        </div>
        {email.detectedSignals.length > 0 && (
          <Chips term="Detected signals" chips={email.detectedSignals} />
        )}
        {redactions.length > 0 && <Chips term="Redacted before analysis" chips={redactions} />}
        {email.restoredBy === 'sender' && (
          <div>
            <dt>Restored</dt>
            <dd className="mt-1 text-pretty">The sender replied “We’ve met before”</dd>
          </div>
        )}
        {email.repliedAt && (
          <div>
            <dt>Smart response sent</dt>
            <dd className="mt-1 text-pretty">
              {formatMoment(email.repliedAt, asOf)}
              {email.hasReplyBounced && ', but it couldn’t be delivered'}
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
          <dt>Delivered</dt>
          <dd className="mt-1 break-words">
            {account && `To ${account.email} · `}
            {formatMoment(email.receivedAt, asOf)}
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

function Chips({ term, chips }: { term: string; chips: readonly string[] }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="mt-1.5">
        <ul className="flex flex-wrap gap-1.5">
          {chips.map((chip) => (
            <li key={chip}>
              <Badge>{chip}</Badge>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
