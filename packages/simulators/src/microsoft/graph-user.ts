import { isPersonal } from './accounts.ts'
import { notSimulated } from './graph-error.ts'
import type { Call, Route } from './route.ts'

export const userRoutes: readonly Route[] = [
  { method: 'GET', path: 'me', scope: 'User.Read', options: ['$select'], answer: getMe },
]

/** learn.microsoft.com/graph/api/user-get: the first come by default, the others "only on $select". */
function getMe({ grant, graph, option }: Call): Response {
  const { account } = grant
  const { objectId, name, address, store } = account
  const usual = { id: objectId, displayName: name, mail: address, userPrincipalName: address }
  const all: Readonly<Record<string, unknown>> = {
    ...usual,
    // Exchange's list of a work mailbox; a personal one has no such property to show.
    proxyAddresses: isPersonal(account)
      ? []
      : [`SMTP:${address}`, ...store.owner.aliases.map((alias) => `smtp:${alias}`)],
  }
  const select = option('$select')?.split(',') ?? Object.keys(usual)
  const unknown = select.find((property) => !Object.hasOwn(all, property))
  if (unknown !== undefined) throw notSimulated(`the property '${unknown}' of a user`)
  return Response.json({
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#users/$entity`,
    ...Object.fromEntries(select.map((property) => [property, all[property]])),
  })
}
