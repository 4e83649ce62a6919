import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { ReactNode } from 'react'
import { formatMoment, formatConfidence } from '../../lib/format.ts'
import { useZone } from '../../lib/session/reader.ts'
import { toSender } from '../../lib/lists/sender.ts'
import { isJudged, kinds, toVerdict } from './facts.ts'
import { MailPreview } from './mail-preview.tsx'
import { describeRedactions } from './redactions.ts'
import { SenderActions } from './sender-actions.tsx'

/** Everything we store about an email, and its text, which is fetched from the mailbox. */
export function FilteredEmailDetails({
  email,
  accountEmail,
  asOf,
  children,
}: {
  email: FilteredEmail
  accountEmail: string | undefined
  asOf: Date
  /** The actions. */
  children: ReactNode
}) {
  const redactions = describeRedactions(email.redactionStats)
  const { address } = toSender(email.from)
  const zone = useZone()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-1 pb-5 text-sm @3xl:grid-cols-[18rem_minmax(0,1fr)] @3xl:gap-x-8 @3xl:ps-13">
      <div className="flex flex-wrap items-center gap-2 @3xl:col-span-2">
        {children}
        <SenderActions email={email} />
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 [&_dd]:mt-1 [&_dd]:text-pretty [&_dd]:wrap-anywhere [&_dt]:text-xs [&_dt]:text-muted-fg">
        <div>
          <dt>Confidence</dt>
          {isJudged(email) ? (
            <dd className="flex items-center gap-3 tabular-nums">
              {formatConfidence(email.classificationScore)}
              <svg aria-hidden className="h-1.5 w-24 rounded-full bg-muted">
                <rect
                  width={formatConfidence(email.classificationScore)}
                  height="100%"
                  rx={3}
                  className="fill-cold"
                />
              </svg>
              {kinds[email.category]}
            </dd>
          ) : (
            <dd>Not scored: filtered because of its sender</dd>
          )}
        </div>
        <div>
          <dt>Reasoning</dt>
          <dd>{toVerdict(email)}</dd>
        </div>
        {email.detectedSignals.length > 0 && (
          <Chips term="Detected signals" chips={email.detectedSignals} />
        )}
        {redactions.length > 0 && <Chips term="Redacted before analysis" chips={redactions} />}
        {email.restoredBy === 'sender' && (
          <div>
            <dt>Restored</dt>
            <dd>The sender replied “We’ve met before”</dd>
          </div>
        )}
        {email.repliedAt && (
          <div>
            <dt>Smart response sent</dt>
            <dd>
              {formatMoment(email.repliedAt, asOf, zone)}
              {email.hasReplyBounced && ', but it couldn’t be delivered'}
            </dd>
          </div>
        )}
        <div>
          <dt>From</dt>
          <dd>
            <bdi>{address || 'Unknown sender'}</bdi>
          </dd>
        </div>
        <div>
          <dt>Delivered</dt>
          <dd>
            {accountEmail && `To ${accountEmail} · `}
            {formatMoment(email.receivedAt, asOf, zone)}
          </dd>
        </div>
      </dl>
      <MailPreview id={email.id} />
    </div>
  )
}

function Chips({ term, chips }: { term: string; chips: readonly string[] }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <ul className="flex flex-wrap gap-1.5">
          {chips.map((chip) => (
            <li
              key={chip}
              className="rounded-control border border-border bg-muted px-2 py-0.5 text-xs text-muted-fg"
            >
              {chip}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
