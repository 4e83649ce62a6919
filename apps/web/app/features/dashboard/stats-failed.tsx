import { WifiOff } from 'lucide-react'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

export function StatsFailed({ isPending, onRetry }: { isPending: boolean; onRetry: () => void }) {
  return (
    <div role="alert">
      <Empty
        icon={WifiOff}
        title={text.statsFailed}
        action={
          <Button variant="secondary" isPending={isPending} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Your email is still protected. We just couldn’t load the numbers.
      </Empty>
    </div>
  )
}
