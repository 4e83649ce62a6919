import { GoogleIcon, MicrosoftIcon } from './brand-icons.tsx'

const providerIcons = {
  gmail: { name: 'Gmail', icon: GoogleIcon },
  microsoft: { name: 'Microsoft', icon: MicrosoftIcon },
}

/** Whose mailbox it is, for eyes and ears. */
export function ProviderIcon({ provider }: { provider: keyof typeof providerIcons }) {
  const { name, icon: Icon } = providerIcons[provider]
  return (
    <span className="shrink-0 [&_svg]:size-4">
      <Icon />
      <span className="sr-only">{name}</span>
    </span>
  )
}
