import type { AdminUser } from '@doorman/contract/admin-users'
import { Eye, Trash2 } from 'lucide-react'
import { Dropdown, DropdownItem } from '../../../ui/overlays/dropdown.tsx'
import { MenuButton } from './menu-button.tsx'
import type { UserActs } from './user-parts.tsx'

/** Mounted on the first click on the row's button, so it is open from the start. */
export function UserMenuDropdown({ user, acts }: { user: AdminUser; acts: UserActs }) {
  return (
    <Dropdown
      isOpenAtFirst
      align="end"
      trigger={<MenuButton email={user.email} disabled={acts.isPending} />}
    >
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
