import { logout } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { ChevronsUpDown, CreditCard, LogOut, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { call, toUserMessage } from '../../lib/api.ts'
import { toInitial } from '../../lib/format.ts'
import { leave } from '../../lib/leave.ts'
import { paths } from '../../lib/paths.ts'
import { forgetEverything } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dropdown, DropdownItem, DropdownLine, DropdownNote } from '../../ui/dropdown.tsx'
import { toast } from '../../lib/toast.ts'

export function UserMenu({
  email,
  isFolded,
  onChoose,
}: {
  email: string
  isFolded: boolean
  onChoose: () => void
}) {
  const signOut = useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      forgetEverything()
      void leave(paths.login())
    },
    onError: (error) => toast.failed(text.logoutFailed, toUserMessage(error)),
  })

  return (
    <Dropdown
      side={isFolded ? 'right' : 'top'}
      align={isFolded ? 'end' : 'start'}
      trigger={
        <button
          type="button"
          className={`flex h-12 w-full items-center gap-3 rounded-control text-sm hover:bg-muted focus-visible:-outline-offset-2 data-[state=open]:bg-muted ${isFolded ? 'justify-center' : 'px-2'}`}
        >
          <Avatar letter={toInitial(email)} />
          <span className="sr-only">User menu of</span>{' '}
          <span className={isFolded ? 'sr-only' : 'min-w-0 grow truncate text-start'}>{email}</span>
          {!isFolded && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-fg" />}
        </button>
      }
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
