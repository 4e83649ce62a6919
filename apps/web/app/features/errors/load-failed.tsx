import { productName } from '@doorman/domain/brand'
import { WifiOff } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { toUserMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

/** In place of a page whose data did not come: what happened, and a way to try again. */
export function LoadFailed({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div role="alert">
      <title>{`Error · ${productName}`}</title>
      <Empty
        icon={WifiOff}
        title="This page could not be loaded"
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
        {toUserMessage(error) ?? 'Please check your connection. Nothing has been lost.'}
      </Empty>
    </div>
  )
}
