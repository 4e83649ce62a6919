import type { ReactNode } from 'react'

/** A link in running text that loads a new document. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="rounded-control font-medium text-fg underline decoration-input underline-offset-4 hover:decoration-primary"
    >
      {children}
    </a>
  )
}
