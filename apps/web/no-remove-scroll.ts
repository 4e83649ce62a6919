import type { ReactNode } from 'react'

/** Stands in for `react-remove-scroll`, as `vite.config.ts` explains. */
export function RemoveScroll({ children }: { children: ReactNode }): ReactNode {
  return children
}
