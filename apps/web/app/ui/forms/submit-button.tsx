import { useLayoutEffect, useRef, type ReactNode } from 'react'
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
  const button = useRef<HTMLButtonElement>(null)
  // React does not know that `releaseScripts` has enabled the button. If the form is submitted while
  // React hydrates, the button goes from disabled (not hydrated) to disabled (pending): nothing changed
  // for React, so it would leave the button enabled.
  useLayoutEffect(() => {
    if (button.current) button.current.disabled = isPending
  }, [isPending])
  return (
    <>
      <NeedsScripts />
      <Button
        ref={button}
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
