import type { ReactNode } from 'react'
import { useHydrated } from '../../lib/hydration/use-hydrated.ts'
import { Button } from '../basics/button.tsx'
import { NeedsScripts } from '../feedback/needs-scripts.tsx'

/**
 * A submit button that is disabled without scripts, because the browser would submit the form itself.
 * `releaseScripts` enables it, and repeats after hydration what was submitted before.
 */
export function SubmitButton({
  isPending,
  isWide = true,
  children,
}: {
  isPending: boolean
  isWide?: boolean
  children: ReactNode
}) {
  const isHydrated = useHydrated()
  return (
    <>
      <NeedsScripts />
      <Button
        type="submit"
        isWide={isWide}
        isPending={isPending}
        disabled={!isHydrated}
        data-quiet={isHydrated ? undefined : ''}
        suppressHydrationWarning
      >
        {children}
      </Button>
    </>
  )
}
