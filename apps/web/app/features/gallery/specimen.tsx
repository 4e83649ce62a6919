import type { ReactNode } from 'react'

/** A component with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="grid grid-cols-1 gap-3">
      <h2 className="text-sm font-medium text-muted-fg">{name}</h2>
      {children}
    </section>
  )
}
