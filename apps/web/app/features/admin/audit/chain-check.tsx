import { checkAuditLog } from '@doorman/contract/admin-audit'
import { useMutation } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { formatCount, formatCountOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'

/** Recomputes every hash on the server, and says whether an entry was changed or removed. */
export function ChainCheck() {
  const check = useMutation({ mutationFn: () => call(checkAuditLog, {}) })
  const { data, error } = check
  return (
    <>
      <Button variant="secondary" isPending={check.isPending} onClick={() => check.mutate()}>
        <Link2 aria-hidden /> Check chain
      </Button>
      <div role="status" className="w-full empty:hidden">
        {error && (
          <Banner tone="danger">
            {toUserMessage(error) ?? 'We couldn’t check the chain. Please try again.'}
          </Banner>
        )}
        {data &&
          (data.brokenAt === null ? (
            <Banner tone="good">
              The chain is whole: {formatCountOf(data.entries, 'entry', 'entries')} checked. Note
              this elsewhere; <code className="text-xs">doorman audit verify --head</code> compares
              it later:{' '}
              <span className="font-mono text-xs break-all">{`${data.entries}:${data.head}`}</span>
            </Banner>
          ) : (
            <Banner tone="danger">
              Entry {formatCount(data.brokenAt)} doesn’t fit the one before it. The log was changed
              outside the app. Compare it with a backup.
            </Banner>
          ))}
      </div>
    </>
  )
}
