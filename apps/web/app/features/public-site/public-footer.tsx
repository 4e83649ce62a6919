import { productName } from '@doorman/domain/brand'
import { formatCopyrightYears } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'

export function PublicFooter({ year }: { year: number }) {
  return (
    <footer className="screen-only border-t border-border">
      <div className="mx-auto flex max-w-[72rem] flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-8 text-sm text-muted-fg md:px-8">
        <p>
          © {formatCopyrightYears(year)} {productName}
        </p>
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
          <a href={paths.privacyPolicy} className="py-1 hover:text-fg hover:underline">
            Privacy Policy
          </a>
          <a href={paths.termsOfService} className="py-1 hover:text-fg hover:underline">
            Terms of Service
          </a>
        </nav>
      </div>
    </footer>
  )
}
