import { lazy, Suspense, useState } from 'react'
import { UserButton } from './user-button.tsx'
import type { UserMenuProps } from './user-menu-dropdown.tsx'

const loadDropdown = () => import('./user-menu-dropdown.tsx')
const UserMenuDropdown = lazy(async () => ({ default: (await loadDropdown()).UserMenuDropdown }))

/** Loads the dropdown on demand: menus are a large part of the UI kit, and most visits never open this one. */
export function UserMenu(props: UserMenuProps) {
  const { email, isFolded } = props
  const [isOpened, setOpened] = useState(false)
  const button = (
    <UserButton
      email={email}
      isFolded={isFolded}
      aria-haspopup="menu"
      aria-expanded={isOpened}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
    />
  )
  return isOpened ? (
    <Suspense fallback={button}>
      <UserMenuDropdown {...props} />
    </Suspense>
  ) : (
    button
  )
}

function preload(): void {
  // Only preloads. A failure is ignored here, because the click loads it again and reports errors.
  loadDropdown().catch(() => {})
}
