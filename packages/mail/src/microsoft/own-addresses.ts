import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { Graph } from './graph/graph.ts'
import { findText, listText } from './graph/json.ts'

/**
 * Every address that Graph names. `proxyAddresses` holds the aliases, of other protocols too
 * (`SIP:ann@acme.test`). Personal accounts show none, since `/me` ignores `$select` there. Their
 * mailbox has the address in `userPrincipalName`. `mail` may be with another provider, such as
 * `ann@gmail.com`. That address is the user's own as well, so it counts.
 * https://learn.microsoft.com/graph/api/resources/user
 */
export async function listOwnAddresses(graph: Pick<Graph, 'get'>): Promise<readonly string[]> {
  const user = await graph.get('me?$select=mail,userPrincipalName,proxyAddresses')
  const aliases = listText(user, 'proxyAddresses')
    .filter((alias) => /^smtp:/i.test(alias))
    .map((alias) => alias.slice('smtp:'.length))
  const names = [findText(user, 'mail'), findText(user, 'userPrincipalName'), ...aliases]
  const addresses = names.filter((name) => name !== null).filter(isAddress)
  return [...new Set(addresses.map(normaliseAddress))]
}

/** A guest's principal name is not an address: `ann_example.com#EXT#@host.onmicrosoft.com`. */
function isAddress(text: string): boolean {
  return text.includes('@') && !text.includes('#EXT#')
}
