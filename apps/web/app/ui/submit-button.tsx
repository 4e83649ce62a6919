import type { ReactNode } from 'react'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from './button.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

/**
 * Rests until the page is alive, unnoticed: before that the browser would submit the form
 * by itself, and write what was typed into the address.
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
      >
        {children}
      </Button>
    </>
  )
}
