import { productName } from '@doorman/domain/brand'
import { WifiOff } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { toUserMessage } from '../../lib/api/call.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

/** Replaces a page whose data could not be loaded, with a button to try again. */
export function LoadFailed({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div role="alert">
      <title>{`Error · ${productName}`}</title>
      <Empty
        icon={WifiOff}
        title="We couldn’t load this page"
        action={
          <Button
            variant="secondary"
            isPending={state === 'loading'}
            onClick={() => void revalidate()}
          >
            Try again
          </Button>
        }
      >
        {toUserMessage(error) ?? 'Check your connection and try again. Nothing is lost.'}
      </Empty>
    </div>
  )
}
