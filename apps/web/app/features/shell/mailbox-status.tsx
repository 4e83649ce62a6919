import { accountCalls } from '@doorman/contract/mailboxes'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api/query.ts'
import { describeMailboxes } from './describe-mailboxes.ts'

/** The state of the user's mailboxes in a few words. */
export function MailboxStatus() {
  const gmail = useQuery(query(accountCalls.gmail.list, {}))
  const microsoft = useQuery(query(accountCalls.microsoft.list, {}))
  if (!gmail.data || !microsoft.data) return null
  const { words, isGood } = describeMailboxes([...gmail.data, ...microsoft.data])
  return (
    <span className={`text-xs ${isGood ? 'text-muted-fg' : 'font-medium text-danger'}`}>
      {words}
    </span>
  )
}
