import type { App } from './apps.ts'
import type { LoginHost } from './login-host.ts'
import { loginRefusalPage } from './login-page.ts'

/** The app that sent the browser, and where to send it back: one of the app's registered URIs. */
export type AppRequest = { readonly app: App; readonly redirectUri: string }

/** An error page if the request is too invalid to redirect back to the app. */
export function readApp(
  { apps }: LoginHost,
  query: URLSearchParams,
  knownParameters: readonly string[],
): AppRequest | Response {
  const unknown = [...query.keys()].find((name) => !knownParameters.includes(name))
  if (unknown !== undefined)
    return loginRefusalPage(`The simulator does not support the parameter '${unknown}'.`, 501)
  const repeated = knownParameters.find((name) => query.getAll(name).length > 1)
  if (repeated !== undefined)
    return loginRefusalPage(`AADSTS90014: The parameter '${repeated}' is given more than once.`)

  const clientId = query.get('client_id')
  const app = apps.find((candidate) => candidate.clientId === clientId)
  if (!app)
    return loginRefusalPage(
      `AADSTS700016: Application with identifier '${clientId}' was not found in the directory.`,
    )
  const redirectUri = query.get('redirect_uri')
  if (redirectUri === null || !app.redirectUris.includes(redirectUri))
    return loginRefusalPage(
      `AADSTS50011: The redirect URI '${redirectUri}' specified in the request does not match the redirect URIs configured for the application.`,
    )
  return { app, redirectUri }
}

export function redirectBack(
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  parameters: Readonly<Record<string, string>>,
): Response {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return new Response(null, { status: 302, headers: { location: url.href } })
}
