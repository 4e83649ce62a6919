import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/basics/button.tsx'

/** Opens the menu of a user's row. */
export function MenuButton({
  email,
  ...props
}: { email: string } & Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button variant="ghost" size="icon" aria-label={`Actions for ${email}`} {...props}>
      <Ellipsis aria-hidden />
    </Button>
  )
}
