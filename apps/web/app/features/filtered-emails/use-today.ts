import { useSyncExternalStore } from 'react'
import { toToday } from './days.ts'

/** Today in the reader's time zone. Read again with every render: a page may stay open for days. */
export function useToday(): string {
  return useSyncExternalStore(neverChanges, readToday, readToday)
}

function neverChanges() {
  return () => {}
}

function readToday(): string {
  return toToday(new Date())
}
