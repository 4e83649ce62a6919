import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { toInitial } from '../../lib/format.ts'
import { Avatar } from '../../ui/basics/avatar.tsx'

/** Shows the signed-in user and opens the user menu. */
export function UserButton({
  email,
  isFolded,
  ...props
}: Omit<ComponentProps<'button'>, 'className' | 'type'> & { email: string; isFolded: boolean }) {
  return (
    <button
      type="button"
      className={`flex h-12 w-full items-center gap-3 rounded-control text-sm hover:bg-muted focus-visible:-outline-offset-2 data-[state=open]:bg-muted ${isFolded ? 'justify-center' : 'px-2'}`}
      {...props}
    >
      <Avatar letter={toInitial(email)} />
      <span className="sr-only">User menu for</span>{' '}
      <span className={isFolded ? 'sr-only' : 'min-w-0 grow truncate text-start'}>{email}</span>
      {!isFolded && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-fg" />}
    </button>
  )
}
