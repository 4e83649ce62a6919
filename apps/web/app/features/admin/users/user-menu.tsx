import type { AdminUser } from '@doorman/contract/admin-users'
import { Eye, Trash2 } from 'lucide-react'
import { Dropdown, DropdownItem } from '../../../ui/overlays/dropdown.tsx'
import { MenuButton } from './menu-button.tsx'
import type { UserActs } from './user-parts.tsx'

/** An admin's own row has no menu, because admins can neither delete nor view themselves. */
export function UserMenu({ user, acts }: { user: AdminUser; acts: UserActs }) {
  if (user.id === acts.me.id) return null
  return (
    <Dropdown align="end" trigger={<MenuButton email={user.email} disabled={acts.isPending} />}>
      <DropdownItem onSelect={() => acts.onViewAs(user)}>
        <Eye aria-hidden /> View as user
      </DropdownItem>
      <DropdownItem onSelect={() => acts.onDelete(user)}>
        <Trash2 aria-hidden className="text-danger!" />
        <span className="text-danger">Delete user</span>
      </DropdownItem>
    </Dropdown>
  )
}
