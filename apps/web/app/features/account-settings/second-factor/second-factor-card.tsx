import type { SecondFactorState } from '@doorman/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '../../../ui/basics/badge.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Factors } from './factors.tsx'
import { secondFactor, type Task } from './second-factor.ts'

/** Few users open it, so it is loaded on demand. */
const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }))

export function SecondFactorCard() {
  const stored = useQuery(secondFactor)
  const [task, setTask] = useState<Task>()
  return (
    <Card
      title="Two-step sign-in"
      description="After your password, confirm with an app on your phone or a passkey. A stolen password alone won’t be enough."
      action={stored.data && <Status state={stored.data} />}
    >
      <Loaded query={stored} what="your two-step sign-in" height="h-25">
        {(state) => <Factors state={state} onStart={setTask} />}
      </Loaded>
      {task && (
        <Suspense>
          <TaskDialog task={task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

function Status({ state: { hasTotp, passkeys } }: { state: SecondFactorState }) {
  return hasTotp || passkeys.length > 0 ? (
    <Badge tone="good">
      <Check aria-hidden /> On
    </Badge>
  ) : (
    <Badge>Off</Badge>
  )
}
