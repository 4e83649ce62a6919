import { useMutation } from '@tanstack/react-query'
import {
  CircleQuestionMark,
  CreditCard,
  Keyboard,
  LogOut,
  Mailbox,
  Mail,
  Settings,
} from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { logOut } from '../../lib/session/log-out.ts'
import { showOverlay } from '../../lib/shortcuts/overlay.ts'
import { Keys } from '../../ui/basics/kbd.tsx'
import { Dropdown, DropdownItem, DropdownLine, DropdownNote } from '../../ui/overlays/dropdown.tsx'
import { MailboxStatus } from './mailbox-status.tsx'
import { UserButton } from './user-button.tsx'

export function UserMenu({
  email,
  isFolded,
  onChoose,
}: {
  email: string
  isFolded: boolean
  onChoose: () => void
}) {
  const signOut = useMutation({ mutationFn: logOut })

  return (
    <Dropdown
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
      <DropdownItem asChild onSelect={onChoose}>
        <Link to={paths.accounts}>
          <Mailbox aria-hidden /> <span className="grow">Mailboxes</span> <MailboxStatus />
        </Link>
      </DropdownItem>
      <DropdownLine />
      {/* Help comes in the same order as in the footer of the public site. */}
      <DropdownItem asChild onSelect={onChoose}>
        <a href={paths.faq}>
          <CircleQuestionMark aria-hidden /> Help
        </a>
      </DropdownItem>
      <DropdownItem asChild onSelect={onChoose}>
        <a href={paths.contact}>
          <Mail aria-hidden /> Contact
        </a>
      </DropdownItem>
      <DropdownItem
        onSelect={() => {
          onChoose()
          showOverlay('shortcuts')
        }}
      >
        <Keyboard aria-hidden /> <span className="grow">Keyboard shortcuts</span> <Keys>?</Keys>
      </DropdownItem>
      <DropdownLine />
      <DropdownItem disabled={signOut.isPending} onSelect={() => signOut.mutate()}>
        <LogOut aria-hidden /> Log out
      </DropdownItem>
    </Dropdown>
  )
}
