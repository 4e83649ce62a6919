import type { AdminUser } from '@doorman/contract/admin-users'
import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { formatLocalDay } from '../format-time.ts'
import { describeTrial } from './user-facts.ts'
import { Providers, Subscription, UserName, type UserActs } from './user-parts.tsx'
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
          <ul className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-fg tabular-nums">
            <Fact name="Mailboxes">
              <Providers providers={user.providers} none="No mailbox" />
            </Fact>
            <Fact>{formatCount(user.filteredEmailCount)} filtered</Fact>
            {!user.isVerified && <Fact>Not verified</Fact>}
            {user.subscriptionStatus !== 'none' && (
              <Fact name="Subscription">
                <Subscription user={user} />
              </Fact>
            )}
            <Fact>{describeTrial(user, asOf)}</Fact>
            <Fact>Since {formatLocalDay(user.createdAt)}</Fact>
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <li>
      {name && <span className="sr-only">{name}: </span>}
      {children}
    </li>
  )
}
