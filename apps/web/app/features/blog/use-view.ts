import { countView } from '@doorman/contract/blog'
import { useEffect } from 'react'
import { call } from '../../lib/api/call.ts'

/** Outside the component, because React's strict mode runs every effect twice. */
const counted = new Set<string>()

/** Counts a view of an article, once per document. Does nothing for `null`. */
export function useView(slug: string | null): void {
  useEffect(() => {
    if (slug === null || counted.has(slug)) return
    counted.add(slug)
    // oxlint-disable-next-line no-console -- the reader need not know of a failure, so it is only logged
    call(countView, { slug }).catch((error: unknown) => console.info('View not counted', error))
  }, [slug])
}
