import { lazy, Suspense, useState } from 'react'
import { UserButton } from './user-button.tsx'

export type UserMenuProps = { email: string; isFolded: boolean; onChoose: () => void }

const loadDropdown = () => import('./user-menu-dropdown.tsx')
const UserMenuDropdown = lazy(async () => ({ default: (await loadDropdown()).UserMenuDropdown }))

/** Menus are a heavy part of the kit, and most pages are left without opening this one: it waits to be reached for. */
export function UserMenu(props: UserMenuProps) {
  const { email, isFolded } = props
  const [isWanted, setWanted] = useState(false)
  const button = (
    <UserButton
      email={email}
      isFolded={isFolded}
      aria-haspopup="menu"
      aria-expanded={isWanted}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setWanted(true)}
    />
  )
  return isWanted ? (
    <Suspense fallback={button}>
      <UserMenuDropdown {...props} />
    </Suspense>
  ) : (
    button
  )
}

function prepare(): void {
  // Only a head start: whoever clicks loads it, or is told that it did not come.
  loadDropdown().catch(() => {})
}
