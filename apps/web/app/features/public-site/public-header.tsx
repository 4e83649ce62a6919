import { Menu, X } from 'lucide-react'
import { use } from 'react'
import { code as closeMenuScript } from '../../inline-scripts/close-site-menu.ts?inline-script'
import { code as switchThemeScript } from '../../inline-scripts/switch-theme.ts?inline-script'
import { NonceContext } from '../../lib/hydration/nonce.ts'
import { paths } from '../../lib/paths.ts'
import { Brand } from '../../ui/basics/brand.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { siteMenuId } from './site-menu-id.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const links = [
  { label: 'Features', href: paths.section('features') },
  { label: 'Pricing', href: paths.section('pricing') },
  { label: 'About', href: paths.section('about') },
  { label: 'Blog', href: paths.blog },
] as const

export function PublicHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const nonce = use(NonceContext)
  return (
    <header className="screen-only sticky top-(--top-line) z-30 h-16 border-b border-border bg-bg">
      <div className="mx-auto flex h-full max-w-[72rem] items-center justify-between gap-2 px-4 md:px-8">
        <a href={paths.home} className="rounded-control py-2">
          <Brand />
        </a>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <SiteLinks />
          <span className="mx-2 h-5 border-s border-border" />
          <ThemeSwitch />
          <AccountLinks isSignedIn={isSignedIn} />
        </nav>
        <div className="flex items-center gap-1 md:hidden">
          <Button asChild>
            <a href={isSignedIn ? paths.dashboard : paths.register}>
              {isSignedIn ? 'Dashboard' : 'Sign up free'}
            </a>
          </Button>
          <Button variant="ghost" size="icon" aria-label="Menu" popoverTarget={siteMenuId}>
            <Menu aria-hidden />
          </Button>
        </div>
      </div>
      <nav id={siteMenuId} popover="auto" aria-label="Menu" className="site-menu">
        <div className="flex h-16 items-center justify-between border-b border-border ps-4 pe-4">
          <Brand />
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close menu"
            popoverTarget={siteMenuId}
            popoverTargetAction="hide"
          >
            <X aria-hidden />
          </Button>
        </div>
        <div className="grid gap-1 p-4 *:justify-start">
          <Button asChild variant="ghost" size="large">
            <a href={paths.home}>Home</a>
          </Button>
          <SiteLinks size="large" />
          <span className="my-2 border-t border-border" />
          <AccountLinks isSignedIn={isSignedIn} size="large" />
          <ThemeSwitch isInMenu />
        </div>
      </nav>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: closeMenuScript + switchThemeScript }}
      />
    </header>
  )
}

type Size = 'medium' | 'large'

function SiteLinks({ size = 'medium' }: { size?: Size }) {
  return links.map(({ label, href }) => (
    <Button key={href} asChild variant="ghost" size={size}>
      <a href={href}>{label}</a>
    </Button>
  ))
}

function AccountLinks({ isSignedIn, size = 'medium' }: { isSignedIn: boolean; size?: Size }) {
  if (isSignedIn)
    return (
      <Button asChild size={size}>
        <a href={paths.dashboard}>Dashboard</a>
      </Button>
    )
  return (
    <>
      <Button asChild variant="ghost" size={size}>
        <a href={paths.login()}>Log In</a>
      </Button>
      <Button asChild size={size}>
        <a href={paths.register}>Sign up free</a>
      </Button>
    </>
  )
}
