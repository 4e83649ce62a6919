import { logout } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { CreditCard, LogOut, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { leave } from '../../lib/session/leave.ts'
import { paths } from '../../lib/paths.ts'
import { clearUserDataInAllTabs } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Dropdown, DropdownItem, DropdownLine, DropdownNote } from '../../ui/overlays/dropdown.tsx'
import { UserButton } from './user-button.tsx'

export type UserMenuProps = { email: string; isFolded: boolean; onChoose: () => void }

/** Mounted on the first click on the user button, so it is open from the start. */
export function UserMenuDropdown({ email, isFolded, onChoose }: UserMenuProps) {
  const signOut = useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      clearUserDataInAllTabs()
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
