import { ChangePasswordCard } from '../../features/account-settings/change-password-card.tsx'
import { DeleteAccountCard } from '../../features/account-settings/delete-account-card.tsx'
import { EmailCard } from '../../features/account-settings/email-card.tsx'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'

export const meta = () => privateMeta('Account Settings')

export default function AccountSettingsPage() {
  return (
    <Page title="Account Settings" description="Manage how you sign in." width="narrow">
      <EmailCard />
      <ChangePasswordCard />
      <DeleteAccountCard />
    </Page>
  )
}
