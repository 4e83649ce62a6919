import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { ComponentType } from 'react'
import { GoogleIcon, MicrosoftIcon } from '../../ui/icons/provider-icons.tsx'

type ProviderInfo = {
  readonly name: string
  /** The company that asks the user for permission. */
  readonly company: string
  readonly icon: ComponentType
  /** The provider's name in the API of the auth guide. */
  readonly guide: 'google' | 'microsoft'
}

export const providerInfo: Readonly<Record<MailProvider, ProviderInfo>> = {
  gmail: { name: 'Gmail', company: 'Google', icon: GoogleIcon, guide: 'google' },
  microsoft: { name: 'Microsoft', company: 'Microsoft', icon: MicrosoftIcon, guide: 'microsoft' },
}
