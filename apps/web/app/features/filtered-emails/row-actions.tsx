import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { Ellipsis } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dropdown, DropdownItem } from '../../ui/dropdown.tsx'
import type { Act } from './acts.ts'

/** Restore or spam; afterwards a way to choose otherwise. */
export function RowActions({
  email,
  isPending,
  subjectId,
  onAct,
}: {
  email: FilteredEmail
  isPending: boolean
  subjectId: string
  onAct: (act: Act) => void
}) {
  const isSettled = (email.action !== undefined || email.isGone) && !isPending
  return (
    <>
      {!isSettled && (
        <>
          <ActButton subjectId={subjectId} isDisabled={isPending} onClick={() => onAct('restore')}>
            Restore
          </ActButton>
          <ActButton subjectId={subjectId} isDisabled={isPending} onClick={() => onAct('spam')}>
            Spam
          </ActButton>
        </>
      )}
      {isSettled && email.action && !email.isGone && (
        <Dropdown
          align="end"
          trigger={
            <Button
              variant="ghost"
              size="icon"
              aria-label="Change decision"
              aria-describedby={subjectId}
            >
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          {email.action === 'restored' ? (
            <DropdownItem onSelect={() => onAct('spam')}>Mark as spam</DropdownItem>
          ) : (
            <DropdownItem onSelect={() => onAct('restore')}>Restore to inbox</DropdownItem>
          )}
          <DropdownItem onSelect={() => onAct('undo')}>Set aside again</DropdownItem>
        </Dropdown>
      )}
    </>
  )
}

function ActButton({
  subjectId,
  isDisabled,
  onClick,
  children,
}: {
  subjectId: string
  isDisabled: boolean
  onClick: () => void
  children: string
}) {
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isDisabled}
      aria-describedby={subjectId}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
