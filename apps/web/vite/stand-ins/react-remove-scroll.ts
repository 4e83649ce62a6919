import type { ReactNode } from 'react'

/** Replaces the library of the same name in the build, for the reason given in `vite.config.ts`. */
export function RemoveScroll({ children }: { children: ReactNode }): ReactNode {
  return children
}
