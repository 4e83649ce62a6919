import { productName } from '@doorman/domain/brand'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { TextLink } from '../../ui/basics/text-link.tsx'

/** Asks whether marketing tools may run. A plain form, which works without scripts. */
export function ConsentBar() {
  const { pathname } = useLocation()
  return (
    <form
      method="post"
      action="/api/tracking-consent"
      aria-label="Cookies"
      data-plain=""
      className="screen-only sticky bottom-0 z-30 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 border-t border-border bg-card px-4 py-3 text-sm"
    >
      <input type="hidden" name="page" value={pathname} />
      <p className="max-w-2xl text-pretty">
        Can {productName} measure how people find it? Your email is never part of that.{' '}
        <TextLink href={paths.privacyPolicy}>Privacy policy</TextLink>
      </p>
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" size="small" name="answer" value="no">
          No thanks
        </Button>
        <Button type="submit" variant="secondary" size="small" name="answer" value="yes">
          Yes, that’s fine
        </Button>
      </div>
    </form>
  )
}
