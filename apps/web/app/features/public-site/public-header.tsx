import { paths } from '../../lib/paths.ts'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'

export function PublicHeader() {
  return (
    <header className="screen-only sticky top-(--top-line) z-30 h-16 border-b border-border bg-bg">
      <div className="mx-auto flex h-full max-w-[72rem] items-center justify-between gap-2 px-4 md:px-8">
        <a href={paths.home} className="rounded-control py-2">
          <Brand />
        </a>
        <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
          <Button asChild variant="ghost">
            <a href={paths.login()}>Log In</a>
          </Button>
          <Button asChild>
            <a href={paths.register}>Sign up free</a>
          </Button>
        </nav>
      </div>
    </header>
  )
}
