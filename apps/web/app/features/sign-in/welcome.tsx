import { welcomes, type Welcome as Kind } from '@doorman/contract/social-sign-in'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'

const toasts: Record<Kind, () => void> = {
  new: () => toast.done(text.register.done.title, text.register.done.description),
  back: () => toast.done(text.login.done),
}

/** After a sign-in with Google or Microsoft: greets the user as the forms do, and clears the query. */
export function Welcome() {
  const [query, setQuery] = useSearchParams()
  const welcome = welcomes.find((known) => known === query.get('welcome'))

  // Synchronises with the address: ?welcome= says whether the user is new.
  useEffect(() => {
    if (welcome) toasts[welcome]()
    setQuery(
      (before) => {
        before.delete('welcome')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [welcome, setQuery])

  return null
}
