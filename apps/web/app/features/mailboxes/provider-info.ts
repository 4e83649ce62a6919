import type { Provider } from '@doorman/domain/mailbox'
import type { ComponentType } from 'react'
import { GoogleIcon, MicrosoftIcon } from '../../ui/brand-icons.tsx'

type ProviderInfo = {
  readonly name: string
  /** Who asks for permission, and may refuse us. */
  readonly company: string
  readonly icon: ComponentType
  /** Whose video is shown before somebody connects. */
  readonly guide: 'google' | 'microsoft'
}

export const providerInfo: Readonly<Record<Provider, ProviderInfo>> = {
  gmail: { name: 'Gmail', company: 'Google', icon: GoogleIcon, guide: 'google' },
  microsoft: { name: 'Microsoft', company: 'Microsoft', icon: MicrosoftIcon, guide: 'microsoft' },
}
