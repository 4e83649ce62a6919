import { formatDay } from '../../lib/format.ts'
import { toSubject } from '../../lib/lists/sender.ts'

/** Which filtered email a restore link is about. */
export function FilteredEmailFacts({
  email,
}: {
  email: {
    readonly sender: string
    readonly subject: string
    readonly receivedOn: string | null
    readonly mailbox: string
  }
}) {
  const facts = [
    ['From', email.sender],
    ['Subject', toSubject(email.subject)],
    ['Received', email.receivedOn && formatDay(email.receivedOn)],
    ['Mailbox', email.mailbox],
  ]
  return (
    <dl className="grid gap-4 text-sm">
      {facts.map(
        ([term, value]) =>
          value && (
            <div key={term} className="min-w-0">
              <dt className="text-muted-fg">{term}</dt>
              <dd className="mt-0.5 font-medium break-words">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
