import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { ComponentType } from 'react'
import { GoogleIcon, MicrosoftIcon } from '../../ui/icons/provider-icons.tsx'

type ProviderInfo = {
  readonly name: string
  /** The company that asks the user for permission. */
  readonly company: string
  readonly icon: ComponentType
}

export const providerInfo: Readonly<Record<MailProvider, ProviderInfo>> = {
  gmail: { name: 'Gmail', company: 'Google', icon: GoogleIcon },
  microsoft: { name: 'Microsoft', company: 'Microsoft', icon: MicrosoftIcon },
}
