import { productName } from '@doorman/domain/brand'
import { minimumAge, pricePerMonthCents, pricePerYearCents, trialDays } from '@doorman/domain/plan'
import { formatPrice } from '../../lib/format.ts'
import { LegalPage } from '../../features/public-site/legal-page.tsx'
import type { RouteHandle } from '../../lib/hydration.ts'
import { publicMeta } from '../../lib/page-meta.ts'
import { paths } from '../../lib/paths.ts'

export const handle: RouteHandle = { hydration: 'never' }

export const meta = () =>
  publicMeta('Terms of Service', `The agreement between you and ${productName}.`)

export default function TermsOfServicePage() {
  return (
    <LegalPage title="Terms of Service" updatedOn="2025-11-15">
      <h2>The service</h2>
      <p>
        {productName} looks for unsolicited outreach in the mailboxes you connect, moves it to a
        label or folder named {productName} and marks it read. It deletes no message. It can be
        wrong; every decision is shown to you and can be undone.
      </p>
      <h2>Your account</h2>
      <p>
        You must be at least <strong>{minimumAge} years</strong> old, connect only mailboxes that
        are yours to connect, and keep your password to yourself.
      </p>
      <h2>Plans</h2>
      <ul>
        <li>
          <strong>Free Forever</strong> costs nothing and looks after one email address.
        </li>
        <li>
          <strong>Pro</strong> costs {formatPrice(pricePerMonthCents)} per month or{' '}
          {formatPrice(pricePerYearCents)} per year and can be cancelled at any time.
        </li>
        <li>
          A {trialDays}-day Pro trial starts when you connect your first account. It needs no card.
          Afterwards you are on Free Forever, and your data is kept.
        </li>
      </ul>
      <h2>Fair use</h2>
      <p>
        Do not try to break the service, to reach other people’s data, or to use it to send
        unsolicited mail.
      </p>
      <h2>Ending it</h2>
      <p>
        You can delete your account at any time under Account Settings. What is kept afterwards, and
        for how long, is written in the <a href={paths.privacyPolicy}>Privacy Policy</a>.
      </p>
      <h2>Warranty</h2>
      <p>
        The service is provided as it is. Where the law allows it, we are not liable for damage from
        a message that was judged wrongly; it is still in your mailbox.
      </p>
    </LegalPage>
  )
}
