import { providerNames, signInProviders } from '@doorman/domain/accounts/social-sign-in'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { findSignInError } from '../../lib/session/sign-in-error.ts'
import { toast } from '../../lib/toast.ts'

/** When the browser returns from a provider: says how the linking went and clears the query. */
export function useLinkReturn(): void {
  const [query, setQuery] = useSearchParams()
  const returned = query.toString()

  // Synchronises with the address, which says how it went.
  useEffect(() => {
    const parameters = new URLSearchParams(returned)
    const linked = signInProviders.find((provider) => provider === parameters.get('linked'))
    const problem = findSignInError(parameters)
    if (linked) toast.done(`You can now sign in with ${providerNames[linked]}.`)
    if (problem) {
      const show = problem.tone === 'info' ? toast.done : toast.failed
      show('Nothing was linked', problem.sentence)
    }
    if (linked || problem) setQuery({}, { replace: true, preventScrollReset: true })
  }, [returned, setQuery])
}
