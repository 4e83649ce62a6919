import { isPersonal } from '../login/accounts.ts'
import { notSimulated } from './graph-error.ts'
import type { Call, Route } from './route.ts'

export const userRoutes: readonly Route[] = [
  { method: 'GET', path: 'me', scope: 'User.Read', options: ['$select'], handle: getMe },
]

/**
 * By default Graph returns the first properties; the others only on `$select`
 * (https://learn.microsoft.com/graph/api/user-get).
 */
function getMe({ grant, graph, option }: Call): Response {
  const { account } = grant
  const { objectId, name, address, store } = account
  const byDefault = { id: objectId, displayName: name, mail: address, userPrincipalName: address }
  const all: Readonly<Record<string, unknown>> = {
    ...byDefault,
    // Personal accounts have no proxy addresses.
    proxyAddresses: isPersonal(account)
      ? []
      : [`SMTP:${address}`, ...store.owner.aliases.map((alias) => `smtp:${alias}`)],
  }
  const select = option('$select')?.split(',') ?? Object.keys(byDefault)
  const unknown = select.find((property) => !Object.hasOwn(all, property))
  if (unknown !== undefined) throw notSimulated(`the property '${unknown}' of a user`)
  return Response.json({
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#users/$entity`,
    ...Object.fromEntries(select.map((property) => [property, all[property]])),
  })
}
