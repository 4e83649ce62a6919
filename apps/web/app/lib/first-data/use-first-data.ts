import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { takeOver, type Handover } from './handover.ts'

/** The errors of a page's parts, or `null` for each that is loaded. */
export type Failures = readonly unknown[]

/**
 * What a page's loaders return: the server's what it has loaded, the browser's, on a navigation in the
 * app, how the loading ends.
 */
export type FirstData = { readonly handover: Handover } | { readonly failures: Promise<Failures> }

const allLoaded: Failures = []

/**
 * How the loading of a page's data ended. After a navigation it suspends until then. `null` in a document
 * that comes without the data: the page shows its placeholder, and the browser asks by `load`.
 */
export function useFirstData(first: FirstData, load: () => Promise<Failures>): Failures | null {
  const client = useQueryClient()
  const isMissing = 'handover' in first && !first.handover.isComplete
  const [asked, setAsked] = useState<Failures | null>(null)
  const ask = useEffectEvent(() => load())
  useEffect(() => {
    if (isMissing) void ask().then(setAsked)
  }, [isMissing])

  if ('failures' in first) return use(first.failures)
  takeOver(client, first.handover)
  return isMissing ? asked : allLoaded
}
