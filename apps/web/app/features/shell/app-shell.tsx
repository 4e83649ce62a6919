import type { CurrentUser } from '@doorman/contract/auth'
import { PanelLeft } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Brand } from '../../ui/basics/brand.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Kbd } from '../../ui/basics/kbd.tsx'
import { Sidebar } from './sidebar.tsx'
import { Tooltip, TooltipScope } from '../../ui/overlays/tooltip.tsx'
import { useSidebar } from './use-sidebar.ts'
import { MainMenu } from './main-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { TrialBanner } from './trial-banner.tsx'
import { UserMenu } from './user-menu.tsx'

const ViewBanner = lazy(async () => ({ default: (await import('./view-banner.tsx')).ViewBanner }))

/** Sidebar, top bar and page. `user` is `null` while the sign-in check is pending. */
export function AppShell({
  user,
  isSidebarOpen,
  children,
}: {
  user: CurrentUser | null
  isSidebarOpen: boolean
  children: ReactNode
}) {
  const sidebar = useSidebar(isSidebarOpen)
  const closeSheet = () => sidebar.setSheetOpen(false)

  return (
    <TooltipScope>
      <div className="flex">
        <Sidebar
          isOpen={sidebar.isOpen}
          isSheetOpen={sidebar.isSheetOpen}
          onSheetOpenChange={sidebar.setSheetOpen}
        >
          {(isFolded) => (
            <div className="flex h-full flex-col">
              <div className={`flex h-14 items-center ${isFolded ? 'justify-center' : 'px-5'}`}>
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
              <div
                className={`h-[4.5rem] border-t border-border py-3 ${isFolded ? 'px-1' : 'px-3'}`}
              >
                {user && <UserMenu email={user.email} isFolded={isFolded} onChoose={closeSheet} />}
              </div>
            </div>
          )}
        </Sidebar>
        <div className="flex min-h-[calc(100svh-var(--top-line))] min-w-0 grow flex-col">
          <header className="screen-only sticky top-(--top-line) z-30 flex h-14 items-center justify-between border-b border-border bg-bg px-2 md:px-4">
            <Tooltip
              side="bottom"
              label={
                <span className="flex items-center gap-1.5">
                  Toggle sidebar <Kbd>Ctrl</Kbd> <Kbd>B</Kbd>
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
            <ThemeToggle />
          </header>
          {(user?.viewingAsUser || user?.viewHasEnded) && (
            <Suspense>
              <ViewBanner email={user.viewingAsUser?.viewingUserEmail} />
            </Suspense>
          )}
          {user && <TrialBanner user={user} />}
          <main id="main" tabIndex={-1} className="grow px-4 py-6 md:px-8 md:py-10">
            {children}
          </main>
        </div>
      </div>
    </TooltipScope>
  )
}
