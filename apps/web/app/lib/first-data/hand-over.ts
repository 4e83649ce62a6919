import type { QueryClient } from '@tanstack/react-query'
import type { RouterContextProvider } from 'react-router'
import { createDocumentClient } from '../api/query-client.ts'
import { visitContext } from '../session/visit-context.ts'
import { toHandover, type Handover } from './handover.ts'

/**
 * On the server: loads what a page shows first. Never rejects: what is missing, the browser asks for.
 * `load` returns the errors of its parts, or `null` for each that is loaded.
 */
export async function handOver(
  { context }: { context: Readonly<RouterContextProvider> },
  load: (client: QueryClient) => Promise<readonly unknown[]>,
): Promise<Handover> {
  const { fetch, dataWaitMs } = context.get(visitContext)
  const client = createDocumentClient(fetch)
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<readonly unknown[]>((resolve) => {
    timer = setTimeout(() => resolve(['too late']), dataWaitMs)
  })
  const failures = await Promise.race([load(client), tooLate])
  clearTimeout(timer)
  return toHandover(
    client,
    failures.every((failure) => failure === null),
  )
}
