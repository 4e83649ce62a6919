import { countView } from '@doorman/contract/blog'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'

/** Survives React's strict mode, which runs every effect twice. */
const counted = new Set<string>()

/** Tells the server, once, that somebody is reading; `null` is nobody who counts. */
export function useView(slug: string | null): void {
  useEffect(() => {
    if (slug === null || counted.has(slug)) return
    counted.add(slug)
    // oxlint-disable-next-line no-console -- a reader is not told; whoever looks for the cause is
    call(countView, { slug }).catch((error: unknown) => console.info('View not counted', error))
  }, [slug])
}
