import type { RouterContextProvider } from 'react-router'
import { createDocumentClient } from '../api/query-client.ts'
import { toFailure } from '../pages/failure.ts'
import { findUser } from '../session/sign-in-gate.ts'
import { visitContext } from '../session/visit-context.ts'
import { toFirstData, type FirstData, type LoadPart } from './first-data.ts'

/** On the server: loads a page's first data. Never rejects; the browser requests the missing parts. */
export async function loadFirstData(
  { context }: { context: Readonly<RouterContextProvider> },
  parts: readonly LoadPart[],
): Promise<FirstData> {
  const { fetch, dataWaitMs, onLateData } = context.get(visitContext)
  const client = createDocumentClient(fetch)
  const hasPart = parts.map(() => false)
  // Without a session every call would be refused. The layout then redirects to the login page.
  const mayLoad = dataWaitMs > 0 && (await isSignedIn(context))
  if (mayLoad) {
    const loading = parts.map(async (load, index) => {
      hasPart[index] = (await toFailure(load(client))) === null
    })
    if (!(await endsWithin(dataWaitMs, Promise.all(loading)))) onLateData()
  }
  return toFirstData(client, hasPart)
}

/** False if the check fails: the layout makes the same check and shows the error. */
async function isSignedIn(context: Readonly<RouterContextProvider>): Promise<boolean> {
  return findUser(context).then(
    (user) => user !== null,
    () => false,
  )
}

async function endsWithin(ms: number, loading: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const isInTime = await Promise.race([loading.then(() => true), late])
  clearTimeout(timer)
  return isInTime
}
