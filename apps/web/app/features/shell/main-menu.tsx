import {
  LayoutDashboard,
  ListFilter,
  Mailbox,
  ShieldCheck,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react'
import { useId } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'

type Entry = {
  path: string
  title: string
  icon: LucideIcon
  /** A page that belongs to this one but whose path isn’t below it. */
  withinPath?: string
}

const entries: readonly Entry[] = [
  { path: paths.dashboard, title: 'Dashboard', icon: LayoutDashboard },
  {
    path: paths.filteredEmails,
    title: 'Filtered Emails',
    icon: ListFilter,
    withinPath: paths.activity,
  },
  { path: paths.accounts, title: 'Connected Accounts', icon: Mailbox },
  { path: paths.filterSettings, title: 'Filter Settings', icon: SlidersHorizontal },
]
const adminEntry: Entry = { path: paths.admin, title: 'Admin Panel', icon: ShieldCheck }

export function MainMenu({
  isAdmin,
  isFolded,
  onChoose,
}: {
  isAdmin: boolean
  isFolded: boolean
  onChoose: () => void
}) {
  const headingId = useId()
  const { pathname } = useLocation()
  return (
    <nav aria-labelledby={headingId} className={isFolded ? 'px-1.5' : 'px-3'}>
      <h2
        id={headingId}
        className={isFolded ? 'sr-only' : 'px-2 pb-2 text-xs font-medium text-muted-fg'}
      >
        Main Menu
      </h2>
      <ul className="grid gap-0.5">
        {(isAdmin ? [...entries, adminEntry] : entries).map(
          ({ path, title, icon: Icon, withinPath }) => (
            <li key={path}>
              <Tooltip label={title} side="right" isDisabled={!isFolded}>
                <NavLink
                  to={path}
                  onClick={onChoose}
                  data-within={pathname === withinPath || undefined}
                  className={`flex h-11 items-center gap-3 rounded-control text-sm text-muted-fg hover:bg-muted hover:text-fg focus-visible:-outline-offset-2 aria-[current=page]:bg-muted aria-[current=page]:font-medium aria-[current=page]:text-fg data-within:font-medium data-within:text-fg md:h-9 ${isFolded ? 'justify-center' : 'px-2'}`}
                >
                  <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.5} />
                  <span className={isFolded ? 'sr-only' : 'truncate'}>{title}</span>
                </NavLink>
              </Tooltip>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
