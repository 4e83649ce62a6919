import { checkAuditLog } from '@doorman/contract/admin-audit'
import { useMutation } from '@tanstack/react-query'
import { Copy, Link2 } from 'lucide-react'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { useCopy } from '../../../lib/use-copy.ts'
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
      <div role="status" className="mt-2 w-full empty:hidden">
        {error && (
          <Banner tone="danger">
            {toUserMessage(error) ?? 'We couldn’t check the chain. Please try again.'}
          </Banner>
        )}
        {data &&
          (data.brokenAt === null ? (
            <WholeChain entries={data.entries} head={data.head} />
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

/** The last hash proves later that the log up to here has not been rewritten. */
function WholeChain({ entries, head }: { entries: number; head: string }) {
  const proof = `${entries}:${head}`
  const { isCopied, copy } = useCopy(proof)
  return (
    <Banner
      tone="good"
      action={
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden /> <span aria-live="polite">{isCopied ? 'Copied' : 'Copy hash'}</span>
        </Button>
      }
    >
      <span className="block font-medium">
        The chain is whole: {formatCountOf(entries, 'entry', 'entries')} checked, and each fits the
        one before it.
      </span>
      <span className="mt-1 block text-pretty">
        Keep this hash somewhere else. Later,{' '}
        <code className="text-xs">doorman audit verify --head</code> with the hash tells you if
        these entries have been rewritten.
      </span>
      <span className="mt-2 block font-mono text-xs break-all select-all">{proof}</span>
    </Banner>
  )
}
