import type { ReactNode } from 'react'

/** What nobody is shown. */
export function Masked({ children }: { children: ReactNode }) {
  return <span className="rounded-sm bg-cold/10 px-1 text-cold">{children}</span>
}
