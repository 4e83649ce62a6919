import { productName } from '@doorman/domain/brand'
import { useRouteLoaderData, useSearchParams } from 'react-router'
import { MessagePage } from '../../features/errors/message-page.tsx'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import type { loader as layoutLoader } from './layout.tsx'

export const handle: RouteHandle = { hydration: 'never' }

export const meta = () => privateMeta('Approval')

/** Where an administrator lands after Microsoft asked them to approve us. Most have no account here. */
export default function ApprovalPage() {
  const [query] = useSearchParams()
  const isSignedIn = useRouteLoaderData<typeof layoutLoader>('routes/public/layout')?.isSignedIn
  const action = (
    <Button asChild variant={isSignedIn ? 'primary' : 'secondary'}>
      {isSignedIn ? (
        <a href={paths.accounts}>Open Connected Accounts</a>
      ) : (
        <a href={paths.home}>What is {productName}?</a>
      )}
    </Button>
  )
  if (query.has('declined'))
    return (
      <MessagePage title="Not approved" actions={action}>
        {productName} wasn’t approved, and nothing has changed in your organization. To approve it
        later, open the link again.
      </MessagePage>
    )
  if (query.has('approved'))
    return (
      <MessagePage title="Thank you!" actions={action}>
        {productName} is approved, so people in your organization can connect their mailboxes now.
        That’s all. You can close this page.
      </MessagePage>
    )
  return (
    <MessagePage title="Approval for organizations" actions={action}>
      Microsoft brings administrators here after they’ve decided whether people in their
      organization may connect mailboxes to {productName}. There’s nothing to do on this page.
    </MessagePage>
  )
}
