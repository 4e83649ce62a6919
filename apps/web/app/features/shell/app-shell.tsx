import type { CurrentUser } from '@doorman/contract/auth'
import { PanelLeft, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { showOverlay } from '../../lib/shortcuts/overlay.ts'
import { useCommandKey } from '../../lib/shortcuts/use-command-key.ts'
import { Brand } from '../../ui/basics/brand.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Keys } from '../../ui/basics/kbd.tsx'
import { Sidebar } from './sidebar.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { useSidebar } from './use-sidebar.ts'
import { MainMenu } from './main-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { TrialBanner } from './trial-banner.tsx'
import { UserMenu } from './user-menu.tsx'
import { ViewBanner } from './view-banner.tsx'

/** Sidebar, top bar and page. `user` is `null` just after a sign-out. */
export function AppShell({
  user,
  isSidebarOpen,
  notice,
  children,
}: {
  user: CurrentUser | null
  isSidebarOpen: boolean
  /** A line below the top bar. */
  notice?: ReactNode
  children: ReactNode
}) {
  const sidebar = useSidebar(isSidebarOpen)
  const commandKey = useCommandKey()
  const closeSheet = () => sidebar.setSheetOpen(false)

  return (
    <div className="flex">
      <Sidebar
        isOpen={sidebar.isOpen}
        isSheetOpen={sidebar.isSheetOpen}
        onSheetOpenChange={sidebar.setSheetOpen}
      >
        {(isFolded) => (
          <div className="flex h-full flex-col">
            <div
              className={`flex h-14 items-center md:h-12 ${isFolded ? 'justify-center' : 'px-5'}`}
            >
              <Link to={paths.dashboard} onClick={closeSheet} className="rounded-control">
                <Brand isShort={isFolded} />
              </Link>
            </div>
            <div className="grow overflow-y-auto py-3">
              <MainMenu
                isAdmin={user?.isAdmin ?? false}
                isFolded={isFolded}
                onChoose={closeSheet}
              />
            </div>
            <div className={`h-[4.5rem] border-t border-border py-3 ${isFolded ? 'px-1' : 'px-3'}`}>
              {user && <UserMenu email={user.email} isFolded={isFolded} onChoose={closeSheet} />}
            </div>
          </div>
        )}
      </Sidebar>
      <div className="flex min-h-[calc(100svh-var(--top-line))] min-w-0 grow flex-col">
        <header className="screen-only sticky top-(--top-line) z-30 flex h-14 items-center gap-1 border-b border-border bg-bg px-2 md:h-12 md:px-4">
          <Tooltip
            side="bottom"
            label={
              <span className="flex items-center gap-1.5">
                Toggle sidebar <Keys>{`${commandKey} B`}</Keys>
              </span>
            }
          >
            <Button
              variant="ghost"
              size="icon"
              aria-label="Toggle sidebar"
              aria-keyshortcuts="Control+B Meta+B"
              onClick={sidebar.toggle}
            >
              <PanelLeft aria-hidden />
            </Button>
          </Tooltip>
          <Link to={paths.dashboard} className="rounded-control md:hidden">
            <Brand />
          </Link>
          <span className="grow" />
          {user && <PaletteButton commandKey={commandKey} />}
          <ThemeToggle />
        </header>
        {user && <TrialBanner user={user} />}
        {notice}
        {(user?.viewingAsUser || user?.viewHasEnded) && (
          <ViewBanner email={user.viewingAsUser?.viewingUserEmail} />
        )}
        <main id="main" tabIndex={-1} className="grow px-4 py-5 md:px-8 md:pb-10">
          {children}
        </main>
      </div>
    </div>
  )
}

function PaletteButton({ commandKey }: { commandKey: string }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showOverlay('palette')}
      className="grid size-11 place-items-center rounded-control text-sm text-muted-fg hover:bg-muted hover:text-fg md:flex md:h-8 md:w-auto md:gap-2 md:border md:border-border md:px-2"
    >
      <Search aria-hidden className="size-4" />
      <span className="max-md:sr-only md:pe-4">
        Search<span className="sr-only"> pages, accounts and actions</span>
      </span>
      <span aria-hidden className="hidden md:block">
        <Keys>{`${commandKey} K`}</Keys>
      </span>
    </button>
  )
}
