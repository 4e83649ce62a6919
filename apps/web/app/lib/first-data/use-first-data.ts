import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { toFailure } from '../pages/failure.ts'
import { takeFirstData, type FirstData, type LoadPart } from './first-data.ts'

/**
 * The result of a page's loader. On the server: the loaded data. In the browser, after a navigation: a
 * promise for the error of each part, or `null` if the part is loaded.
 */
export type PageData = FirstData | { readonly failures: Promise<readonly unknown[]> }

/** Whether a part of the page is loaded. */
export type PartState = 'loaded' | 'waiting' | { readonly error: unknown }

/** For `clientLoader`. Not awaited, so the heading and the placeholder are shown at once. */
export function startLoading(client: QueryClient, parts: readonly LoadPart[]): PageData {
  return { failures: Promise.all(parts.map((load) => toFailure(load(client)))) }
}

/**
 * The state of each part of the page. After a navigation, suspends until all parts have loaded or
 * failed. When the page came as a document, loads the parts that the document lacks.
 */
export function useFirstData<const Parts extends readonly LoadPart[]>(
  page: PageData,
  parts: Parts,
): { readonly [Index in keyof Parts]: PartState } {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Readonly<Record<number, PartState>>>({})
  const isWithDocument = (index: number) => !('hasPart' in page) || page.hasPart[index] === true
  const isMissing = parts.some((_, index) => !isWithDocument(index))
  const askForMissing = useEffectEvent(() => {
    for (const [index, load] of parts.entries())
      if (!isWithDocument(index))
        void toFailure(load(client)).then((failure) =>
          setAsked((was) => ({ ...was, [index]: toState(failure) })),
        )
  })
  useEffect(() => {
    if (isMissing) askForMissing()
  }, [isMissing])

  if ('hasPart' in page) takeFirstData(client, page)
  const failures = 'failures' in page ? use(page.failures) : null
  const states = parts.map((_, index): PartState => {
    if (failures) return toState(failures[index])
    return isWithDocument(index) ? 'loaded' : (asked[index] ?? 'waiting')
  })
  // Safe: one state for each part.
  return states as { readonly [Index in keyof Parts]: PartState }
}

function toState(failure: unknown): PartState {
  return failure === null ? 'loaded' : { error: failure }
}
