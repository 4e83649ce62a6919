import { productName } from '@doorman/domain/brand'
import { minimumAge } from '@doorman/domain/plan'
import { LegalPage } from '../../features/public-site/legal-page.tsx'
import type { RouteHandle } from '../../lib/hydration.ts'
import { publicMeta } from '../../lib/page-meta.ts'

export const handle: RouteHandle = { hydration: 'never' }

export const meta = () =>
  publicMeta('Privacy Policy', `What ${productName} stores, for how long, and what it never keeps.`)

export default function PrivacyPolicyPage() {
  return (
    <LegalPage title="Privacy Policy" updatedOn="2025-11-15">
      <h2>What we store</h2>
      <p>
        Your email address, a hash of your password, your settings, and for every filtered message
        its metadata: sender, subject, date and message id, with the reason for the decision.
      </p>
      <h2>What we never store</h2>
      <p>
        The content of your mail. It passes through memory while a message is judged, and is kept
        nowhere.
      </p>
      <h2>How mail is judged</h2>
      <ul>
        <li>Internal mail and service notifications are skipped.</li>
        <li>
          Sensitive data (email addresses, phone numbers, credit cards, social security numbers and
          dollar amounts) is redacted before AI analysis.
        </li>
        <li>AI analysis uses a zero-retention interface.</li>
      </ul>
      <h2>Access to your mailbox</h2>
      <p>
        You grant it at Google or Microsoft and can take it back there or here at any time. OAuth
        refresh tokens are encrypted with <strong>AES-256-GCM</strong>. We never see your mail
        password.
      </p>
      <h2>How long we keep it</h2>
      <ul>
        <li>
          Metadata is kept for <strong>up to 30 days</strong> after you delete it or your account.
        </li>
        <li>
          Payment records are kept for <strong>7 years</strong>, because the law asks for it.
        </li>
      </ul>
      <h2>Cookies</h2>
      <p>
        One that keeps you signed in and one that remembers whether the sidebar is open. Your choice
        of theme stays in your browser.
      </p>
      <h2>Age</h2>
      <p>
        {productName} is for people who are at least <strong>{minimumAge} years</strong> old.
      </p>
      <h2>Your rights</h2>
      <p>
        You can see what was stored, correct it, and delete your account with everything in it under
        Account Settings.
      </p>
    </LegalPage>
  )
}
