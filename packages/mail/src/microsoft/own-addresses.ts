import { normaliseAddress } from '@doorman/domain/email-address'
import type { Graph } from './graph.ts'
import { findText, listText } from './json.ts'

/**
 * What `User.Read` shows of them. `proxyAddresses` are the aliases, of other
 * protocols too; personal accounts have none.
 * https://learn.microsoft.com/graph/api/resources/user
 */
export async function listOwnAddresses(graph: Pick<Graph, 'get'>): Promise<readonly string[]> {
  const user = await graph.get('me?$select=mail,userPrincipalName,proxyAddresses')
  const aliases = listText(user, 'proxyAddresses')
    .filter((alias) => /^smtp:/i.test(alias))
    .map((alias) => alias.slice('smtp:'.length))
  const named = [findText(user, 'mail'), findText(user, 'userPrincipalName'), ...aliases]
  const addresses = named.filter((name) => name !== null).filter(isAddress)
  return [...new Set(addresses.map(normaliseAddress))]
}

/** A guest's principal name only looks like one: `ann_example.com#EXT#@host.onmicrosoft.com`. */
function isAddress(text: string): boolean {
  return text.includes('@') && !text.includes('#EXT#')
}
