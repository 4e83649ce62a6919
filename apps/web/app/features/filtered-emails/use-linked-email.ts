import type { DecisionId } from '@doorman/domain/ids'
import { useEffect, useEffectEvent, useRef } from 'react'
import { focusRow } from './use-current-row.ts'

/** A link to an older email loads no more than this to find it. */
const maxEmails = 1_000

type More = {
  readonly state: 'none' | 'waiting' | 'loading' | 'failed'
  readonly load: () => void
}

/**
 * Focuses the email that the address links to, and loads older pages until it is in the list.
 * Returns `missing` if the whole list lacks it, and `not-found` if the search gave up after
 * `maxEmails`.
 */
export function useLinkedEmail(
  linkedId: DecisionId | null,
  ids: readonly DecisionId[],
  more: More,
): 'missing' | 'not-found' | null {
  const focusedId = useRef<DecisionId | null>(null)
  const isFound = linkedId !== null && ids.includes(linkedId)
  const isSought = linkedId !== null && !isFound
  const mayLoad = isSought && ids.length < maxEmails && more.state === 'waiting'
  const load = useEffectEvent(() => more.load())

  // A frame later, because every navigation gives the focus to the page's heading first.
  useEffect(() => {
    if (!isFound || focusedId.current === linkedId) return
    const frame = requestAnimationFrame(() => {
      focusedId.current = linkedId
      focusRow(linkedId)
    })
    return () => cancelAnimationFrame(frame)
  }, [isFound, linkedId])

  // Synchronises with the server, which has no call for one email.
  useEffect(() => {
    if (mayLoad) load()
  }, [mayLoad, ids.length])

  if (!isSought) return null
  if (more.state === 'none') return 'missing'
  return more.state === 'waiting' && !mayLoad ? 'not-found' : null
}
