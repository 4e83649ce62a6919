import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A handler that is the same function in every render and calls the newest one. So a component in
 * `memo` is not rendered again because of it.
 */
export function useStable<Args extends unknown[]>(
  newest: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
