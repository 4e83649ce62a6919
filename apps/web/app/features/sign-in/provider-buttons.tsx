import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { Button } from '../../ui/basics/button.tsx'
import { GoogleIcon, MicrosoftIcon } from '../../ui/icons/provider-icons.tsx'

/** Names copied from `domain`: with one more importer, every page would load its chunk. */
const looks = {
  google: { name: 'Google', icon: GoogleIcon },
  microsoft: { name: 'Microsoft', icon: MicrosoftIcon },
}

/** Links, so they work without scripts. Empty if the operator has set up no provider. */
export function ProviderButtons({
  providers,
  from,
  next,
}: {
  providers: readonly SignInProvider[]
  /** The page to return to if it fails. */
  from: 'login' | 'register'
  /** The page to open afterwards. */
  next?: string | null
}) {
  if (providers.length === 0) return null
  const query = new URLSearchParams({ from, ...(next && { next }) })
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-xs text-muted-fg">
        <span className="h-px grow bg-border" />
        or
        <span className="h-px grow bg-border" />
      </div>
      <div className="grid gap-3">
        {providers.map((provider) => {
          const { name, icon: Icon } = looks[provider]
          return (
            <Button key={provider} asChild variant="secondary" isWide>
              <a href={`/api/auth/${provider}?${query}`} rel="nofollow">
                <Icon />
                Continue with {name}
              </a>
            </Button>
          )
        })}
      </div>
    </>
  )
}
