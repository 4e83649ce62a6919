import { ChangePasswordCard } from '../../features/account-settings/change-password-card.tsx'
import { DeleteAccountCard } from '../../features/account-settings/delete-account-card.tsx'
import { DevicesCard } from '../../features/account-settings/devices-card.tsx'
import { EmailCard } from '../../features/account-settings/email-card.tsx'
import { EmailPreferencesCard } from '../../features/account-settings/email-preferences-card.tsx'
import { emailPreferences } from '../../features/account-settings/email-preferences.ts'
import { addressChange, devices } from '../../features/account-settings/own-data.ts'
import { SecondFactorCard } from '../../features/account-settings/second-factor/second-factor-card.tsx'
import { secondFactor } from '../../features/account-settings/second-factor/second-factor.ts'
import { SignInMethodsCard } from '../../features/account-settings/sign-in-methods-card.tsx'
import { signInMethods } from '../../features/account-settings/sign-in-methods.ts'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'
import { YourDataCard } from '../../features/account-settings/your-data-card.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

export const meta = () => privateMeta('Account Settings')

/** Not awaited, and the card itself shows a failure: the other cards need nothing from it. */
export function clientLoader() {
  void queryClient.prefetchQuery(addressChange)
  void queryClient.prefetchQuery(devices)
  void queryClient.prefetchQuery(emailPreferences)
  void queryClient.prefetchQuery(secondFactor)
  void queryClient.prefetchQuery(signInMethods)
  return null
}

export default function AccountSettingsPage() {
  const isViewing = useIsViewing()
  return (
    <Page
      title="Account Settings"
      description="How you sign in, what we email you, and what we hold about you."
      width="narrow"
    >
      {isViewing && (
        <Banner tone="info">
          You’re viewing as this user. Only they can change how they sign in, sign out devices,
          export their data or delete their account.
        </Banner>
      )}
      <EmailCard />
      {!isViewing && <ChangePasswordCard />}
      <SecondFactorCard />
      <SignInMethodsCard />
      <DevicesCard />
      <EmailPreferencesCard />
      {!isViewing && (
        <>
          <YourDataCard />
          <DeleteAccountCard />
        </>
      )}
    </Page>
  )
}
