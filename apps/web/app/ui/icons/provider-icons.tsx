/** Our icon set has no logos of companies. */
export function GoogleIcon() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={20} height={20}>
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.9-.1-1.5-.2-2.2H12v4.2h6.6c-.1 1.1-.8 2.7-2.4 3.8v2.7h3.8c2.2-2 3.5-5 3.5-8.5Z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.2 0 6-1.1 8-2.9l-3.8-2.9c-1 .7-2.4 1.2-4.2 1.2a7.3 7.3 0 0 1-6.9-5L1.2 17.4A12 12 0 0 0 12 24Z"
      />
      <path fill="#fbbc05" d="M5.1 14.4a7.4 7.4 0 0 1 0-4.7L1.2 6.6a12 12 0 0 0 0 10.8l3.9-3Z" />
      <path
        fill="#ea4335"
        d="M12 4.7c2.3 0 3.8 1 4.7 1.8l3.4-3.3A11.5 11.5 0 0 0 12 0 12 12 0 0 0 1.2 6.6l3.9 3.1A7.3 7.3 0 0 1 12 4.7Z"
      />
    </svg>
  )
}

export function MicrosoftIcon() {
  return (
    <svg aria-hidden viewBox="0 0 20 20" width={20} height={20}>
      <path fill="#f25022" d="M1 1h8.5v8.5H1z" />
      <path fill="#7fba00" d="M10.5 1H19v8.5h-8.5z" />
      <path fill="#00a4ef" d="M1 10.5h8.5V19H1z" />
      <path fill="#ffb900" d="M10.5 10.5H19V19h-8.5z" />
    </svg>
  )
}

const providerIcons = {
  gmail: { name: 'Gmail', icon: GoogleIcon },
  microsoft: { name: 'Microsoft', icon: MicrosoftIcon },
}

/** The logo of a mail provider, with its name for screen readers. */
export function ProviderIcon({ provider }: { provider: keyof typeof providerIcons }) {
  const { name, icon: Icon } = providerIcons[provider]
  return (
    <span className="shrink-0 [&_svg]:size-4">
      <Icon />
      <span className="sr-only">{name}</span>
    </span>
  )
}
