import {
  createContext,
  startTransition,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { toToday } from '../format.ts'
import { isOwnZone, type ZoneOffsets } from '../wall-clock.ts'

export type Reader = {
  /** The time zone to show times in. `undefined`: the browser's. */
  readonly zone: ZoneOffsets | undefined
  /** When the document was made. */
  readonly arrivedAt: number
}

/** Provided by the shell. */
export const ReaderContext = createContext<Reader | null>(null)

/**
 * The time zone of the browser. The server doesn't know it, so it renders the document with the zone
 * that the browser sent last, and the browser hydrates with the same. The two rarely differ. If they do,
 * the change is a transition: an urgent update would replace parts that are not hydrated yet by their
 * placeholders.
 */
export function useBrowserZone(sent: ZoneOffsets): ZoneOffsets | undefined {
  const [zone, setZone] = useState<ZoneOffsets | undefined>(sent)
  useEffect(() => {
    if (!isOwnZone(sent)) startTransition(() => setZone(undefined))
  }, [sent])
  return zone
}

/** The time zone to show times in. */
export function useZone(): ZoneOffsets | undefined {
  return useReader().zone
}

/** Today in the reader's time zone. Read again with every render: a page may stay open for days. */
export function useToday(): string {
  const { zone, arrivedAt } = useReader()
  return useSyncExternalStore(
    neverChanges,
    () => toToday(new Date(), zone),
    () => toToday(new Date(arrivedAt), zone),
  )
}

function useReader(): Reader {
  const reader = use(ReaderContext)
  if (!reader) throw new Error('useZone and useToday need ReaderContext')
  return reader
}

function neverChanges() {
  return () => {}
}
