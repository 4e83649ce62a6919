import { WifiOff } from 'lucide-react'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

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
        Your mail is looked after all the same. Only the numbers did not come.
      </Empty>
    </div>
  )
}
