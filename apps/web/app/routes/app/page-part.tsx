import type { ReactNode } from 'react'
import { LoadFailed } from '../../features/errors/load-failed.tsx'
import type { PartState } from '../../lib/first-data/use-first-data.ts'

/** A part of a page; its placeholder until it is loaded, or the error if loading failed. */
export function PagePart({
  state,
  placeholder,
  children,
}: {
  state: PartState
  placeholder: ReactNode
  children: ReactNode
}) {
  if (state === 'waiting') return placeholder
  return state === 'loaded' ? children : <LoadFailed error={state.error} />
}
