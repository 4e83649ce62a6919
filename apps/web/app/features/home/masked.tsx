import type { ReactNode } from 'react'

/** A masked part of an email. */
export function Masked({ children }: { children: ReactNode }) {
  return <span className="rounded-sm bg-cold/10 px-1 text-cold">{children}</span>
}
