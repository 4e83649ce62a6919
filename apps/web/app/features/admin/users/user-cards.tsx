import type { AdminUser } from '@doorman/contract/admin-users'
import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { formatLocalDay } from '../format-time.ts'
import {
  Providers,
  Subscription,
  TrialLeft,
  UserName,
  Verified,
  type UserActs,
} from './user-parts.tsx'
import { UserMenu } from './user-menu.tsx'

/** For narrow screens: one card per user. */
export function UserCards({
  users,
  asOf,
  ...acts
}: UserActs & { users: readonly AdminUser[]; asOf: Date }) {
  return (
    <ul aria-label="Users" className="grid grid-cols-1 gap-3">
      {users.map((user) => (
        <li key={user.id} className="rounded-card border border-border bg-card p-4 shadow-card">
          <div className="flex items-center justify-between gap-2">
            <UserName user={user} me={acts.me} />
            <div className="-my-2 -me-2 h-11 md:h-9">
              <UserMenu user={user} acts={acts} />
            </div>
          </div>
          <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3">
            <Fact title="Mailboxes">
              <Providers providers={user.providers} />
            </Fact>
            <Fact title="Filtered">{formatCount(user.filteredEmailCount)}</Fact>
            <Fact title="Verified">
              <Verified user={user} />
            </Fact>
            <Fact title="Subscription">
              <Subscription user={user} />
            </Fact>
            <Fact title="Trial left">
              <TrialLeft user={user} asOf={asOf} />
            </Fact>
            <Fact title="Created">{formatLocalDay(user.createdAt)}</Fact>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-fg">{title}</dt>
      <dd className="mt-0.5 tabular-nums">{children}</dd>
    </div>
  )
}
