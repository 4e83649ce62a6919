import type { User } from '@microsoft/microsoft-graph-types'
import { isPersonal } from '../login/accounts.ts'
import { answerUser, type Answer } from './answers.ts'
import { notSimulated } from './graph-error.ts'
import type { Call, Route } from './route.ts'

export const userRoutes: readonly Route[] = [
  { method: 'GET', path: 'me', scope: 'User.Read', options: ['$select'], handle: getMe },
]

/**
 * By default Graph returns the first properties; the others only on `$select`
 * (https://learn.microsoft.com/graph/api/user-get).
 */
function getMe({ grant, graph, option }: Call): Answer {
  const { account } = grant
  const { objectId, name, address, store } = account
  const { aliases, contactAddress = address } = store.owner
  const byDefault = {
    id: objectId,
    displayName: name,
    mail: contactAddress,
    userPrincipalName: address,
  } satisfies User
  const all = {
    ...byDefault,
    // Personal accounts have no proxy addresses.
    proxyAddresses: isPersonal(account)
      ? []
      : [`SMTP:${address}`, ...aliases.map((alias) => `smtp:${alias}`)],
  } satisfies User
  const ignoresSelect = graph.quirks.plainPersonalUsers && isPersonal(account)
  const selected = ignoresSelect ? null : option('$select')
  const names = selected?.split(',') ?? Object.keys(byDefault)
  const unknown = names.find((property) => !Object.hasOwn(all, property))
  if (unknown !== undefined) throw notSimulated(`the property '${unknown}' of a user`)
  const shown: User = Object.fromEntries(
    Object.entries(all).filter(([property]) => names.includes(property)),
  )
  return answerUser({
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#users/$entity`,
    ...shown,
  })
}
