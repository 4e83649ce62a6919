import { ChangePasswordCard } from '../../features/account-settings/change-password-card.tsx'
import { DeleteAccountCard } from '../../features/account-settings/delete-account-card.tsx'
import { EmailCard } from '../../features/account-settings/email-card.tsx'
import { EmailPreferencesCard } from '../../features/account-settings/email-preferences-card.tsx'
import { emailPreferences } from '../../features/account-settings/email-preferences.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'

export const meta = () => privateMeta('Account Settings')

/** Not awaited, and the card itself shows a failure: the other cards need nothing from it. */
export function clientLoader() {
  void queryClient.prefetchQuery(emailPreferences)
  return null
}

export default function AccountSettingsPage() {
  return (
    <Page
      title="Account Settings"
      description="Manage how you sign in and what we email you."
      width="narrow"
    >
      <EmailCard />
      <EmailPreferencesCard />
      <ChangePasswordCard />
      <DeleteAccountCard />
    </Page>
  )
}
