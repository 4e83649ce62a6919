import { logout } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { CreditCard, LogOut, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { call, toUserMessage } from '../../lib/api.ts'
import { leave } from '../../lib/leave.ts'
import { paths } from '../../lib/paths.ts'
import { forgetEverywhere } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Dropdown, DropdownItem, DropdownLine, DropdownNote } from '../../ui/dropdown.tsx'
import { UserButton } from './user-button.tsx'
import type { UserMenuProps } from './user-menu.tsx'

/** Comes when somebody has asked for it, and so is open at once. */
export function UserMenuDropdown({ email, isFolded, onChoose }: UserMenuProps) {
  const signOut = useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      forgetEverywhere()
      void leave(paths.login())
    },
    onError: (error) => toast.failed(text.logoutFailed, toUserMessage(error)),
  })

  return (
    <Dropdown
      isOpenAtFirst
      side={isFolded ? 'right' : 'top'}
      align={isFolded ? 'end' : 'start'}
      trigger={<UserButton email={email} isFolded={isFolded} />}
    >
      <DropdownNote>{email}</DropdownNote>
      <DropdownLine />
      <DropdownItem asChild onSelect={onChoose}>
        <Link to={paths.accountSettings}>
          <Settings aria-hidden /> Account Settings
        </Link>
      </DropdownItem>
      <DropdownItem asChild onSelect={onChoose}>
        <Link to={paths.billing}>
          <CreditCard aria-hidden /> Billing
        </Link>
      </DropdownItem>
      <DropdownLine />
      <DropdownItem disabled={signOut.isPending} onSelect={() => signOut.mutate()}>
        <LogOut aria-hidden /> Log out
      </DropdownItem>
    </Dropdown>
  )
}
