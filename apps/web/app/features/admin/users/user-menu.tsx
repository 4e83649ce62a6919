import type { AdminUser } from '@doorman/contract/admin-users'
import { lazy, Suspense, useState } from 'react'
import { MenuButton } from './menu-button.tsx'
import type { UserActs } from './user-parts.tsx'

const loadDropdown = () => import('./user-menu-dropdown.tsx')
const UserMenuDropdown = lazy(async () => ({ default: (await loadDropdown()).UserMenuDropdown }))

/**
 * The row's menu, loaded on demand: menus are a large part of the UI kit. An
 * admin's own row has no menu, because admins can neither delete nor view themselves.
 */
export function UserMenu({ user, acts }: { user: AdminUser; acts: UserActs }) {
  const [isOpened, setOpened] = useState(false)
  if (user.id === acts.me.id) return null
  const button = (
    <MenuButton
      email={user.email}
      disabled={acts.isPending}
      aria-haspopup="menu"
      aria-expanded={isOpened}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
    />
  )
  return isOpened ? (
    <Suspense fallback={button}>
      <UserMenuDropdown user={user} acts={acts} />
    </Suspense>
  ) : (
    button
  )
}

function preload(): void {
  // Only preloads. A failure is ignored here, because the click loads it again and reports errors.
  loadDropdown().catch(() => {})
}
