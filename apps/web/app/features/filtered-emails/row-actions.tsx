import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { Ellipsis } from 'lucide-react'
import { Button } from '../../ui/basics/button.tsx'
import { Dropdown, DropdownItem } from '../../ui/overlays/dropdown.tsx'
/** Restore and Spam, or a menu to change the decision once one was taken. */
export function RowActions({
  email,
  isPending,
  subjectId,
  onAction,
}: {
  email: FilteredEmail
  isPending: boolean
  subjectId: string
  onAction: (action: UserAction) => void
}) {
  const isDecided = (email.action !== undefined || email.isGone) && !isPending
  return (
    <>
      {!isDecided && (
        <>
          <ActionButton
            subjectId={subjectId}
            isDisabled={isPending}
            onClick={() => onAction('restore')}
          >
            Restore
          </ActionButton>
          <ActionButton
            subjectId={subjectId}
            isDisabled={isPending}
            onClick={() => onAction('report-spam')}
          >
            Spam
          </ActionButton>
        </>
      )}
      {isDecided && email.action && !email.isGone && (
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
            <DropdownItem onSelect={() => onAction('report-spam')}>Mark as spam</DropdownItem>
          ) : (
            <DropdownItem onSelect={() => onAction('restore')}>Restore to inbox</DropdownItem>
          )}
          <DropdownItem onSelect={() => onAction('undo')}>Set aside again</DropdownItem>
        </Dropdown>
      )}
    </>
  )
}

function ActionButton({
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
