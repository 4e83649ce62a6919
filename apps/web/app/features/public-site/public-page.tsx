import type { ReactNode } from 'react'
import { ConsentBar } from './consent-bar.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

/** A page of the public site, with header and footer. */
export function PublicPage({
  year,
  isSignedIn,
  asksConsent,
  children,
}: {
  year: number
  isSignedIn: boolean
  asksConsent: boolean
  children: ReactNode
}) {
  return (
    <div className="flex min-h-[calc(100svh-var(--top-line))] flex-col">
      <PublicHeader isSignedIn={isSignedIn} />
      <main id="main" tabIndex={-1} className="flex grow flex-col">
        {children}
      </main>
      <PublicFooter year={year} />
      {asksConsent && <ConsentBar />}
    </div>
  )
}
