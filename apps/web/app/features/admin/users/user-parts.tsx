import type { CurrentUser } from '@doorman/contract/auth'
import type { AdminUser } from '@doorman/contract/admin-users'
import { Badge } from '../../../ui/basics/badge.tsx'
import { ProviderIcon } from '../../../ui/icons/provider-icons.tsx'
import { subscriptionLooks, toTrialDays } from './user-facts.ts'
import { formatDays } from '../../../lib/format.ts'

/** What an admin may do with the users of a list. */
export type UserActs = {
  me: CurrentUser
  isPending: boolean
  onViewAs: (user: AdminUser) => void
  onDelete: (user: AdminUser) => void
}

/** The address, with marks for the admin's own row and for other admins. */
export function UserName({ user, me }: { user: AdminUser; me: CurrentUser }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium" title={user.email}>
        {user.email}
      </span>
      {user.id === me.id ? <Badge>You</Badge> : user.isAdmin && <Badge>Admin</Badge>}
    </span>
  )
}

export function Providers({
  providers: { gmail, microsoft },
  none = 'None',
}: Pick<AdminUser, 'providers'> & { none?: string }) {
  if (!gmail && !microsoft) return <None>{none}</None>
  return (
    <span className="flex items-center gap-2">
      {gmail && <ProviderIcon provider="gmail" />}
      {microsoft && <ProviderIcon provider="microsoft" />}
    </span>
  )
}

export function Subscription({ user }: { user: AdminUser }) {
  const { label, tone } = subscriptionLooks[user.subscriptionStatus]
  return user.subscriptionStatus === 'none' ? <None>None</None> : <Badge tone={tone}>{label}</Badge>
}

export function TrialLeft({ user, asOf }: { user: AdminUser; asOf: Date }) {
  const days = toTrialDays(user.trialEndDate, asOf)
  return days === null ? <None>Not started</None> : <>{formatDays(days)}</>
}

export function Verified({ user }: { user: AdminUser }) {
  return user.isVerified ? <>Yes</> : <None>No</None>
}

function None({ children }: { children: string }) {
  return <span className="text-muted-fg">{children}</span>
}
