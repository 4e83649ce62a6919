import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { Ellipsis } from 'lucide-react'
import { Button } from '../../ui/basics/button.tsx'
import { Dropdown, DropdownItem } from '../../ui/overlays/dropdown.tsx'
import { toChoices } from './choices.ts'

/** What the user can do with an email, or a menu to change the decision once one was taken. */
export function RowActions({
  email,
  isPending,
  subjectId,
  onAction,
}: {
  /** While an action is pending, the email as it was before. */
  email: FilteredEmail
  isPending: boolean
  subjectId: string
  /** `isByMouse`: the pointer stays where it is, so the page must not scroll. */
  onAction: (action: UserAction, isByMouse: boolean) => void
}) {
  const { buttons, menu } = toChoices(email)
  return (
    <>
      {buttons.map(({ action, label }) => (
        <Button
          key={action}
          variant="secondary"
          size="small"
          disabled={isPending}
          aria-describedby={subjectId}
          onClick={({ detail }) => onAction(action, detail > 0)}
        >
          {label}
        </Button>
      ))}
      {menu.length > 0 && (
        <Dropdown
          align="end"
          trigger={
            <Button
              variant="ghost"
              size="icon"
              aria-label="Change decision"
              aria-describedby={subjectId}
              disabled={isPending}
            >
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          {menu.map(({ action, label }) => (
            <DropdownItem key={action} onSelect={() => onAction(action, false)}>
              {label}
            </DropdownItem>
          ))}
        </Dropdown>
      )}
    </>
  )
}
