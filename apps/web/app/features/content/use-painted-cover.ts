import { loadContent } from '@doorman/contract/content'
import type { PictureId, PostId } from '@doorman/domain/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'

const lookEveryMs = 2_000
const maxLooks = 30

/**
 * Waits for a cover that a job paints: looks every two seconds for another one than `before`, for
 * about a minute.
 */
export function usePaintedCover(
  id: PostId,
  { before, isAwaited }: { before: PictureId | null; isAwaited: boolean },
) {
  const look = useQuery({
    queryKey: ['painted-cover', id, before],
    queryFn: async ({ signal }) => {
      const { pictureId } = await call(loadContent, { id }, signal)
      return pictureId === before ? null : pictureId
    },
    enabled: isAwaited,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const looks = state.dataUpdateCount + state.errorUpdateCount
      return state.data || looks >= maxLooks ? false : lookEveryMs
    },
  })
  return isAwaited ? (look.data ?? null) : null
}
