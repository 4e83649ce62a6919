import { domainOf, localPartOf } from '../mail/address-parts.ts'
import { isRobotAddress } from './message-kinds.ts'
import type { Message } from '../mail/message.ts'
import { toOrganisation } from '../mail/organisation.ts'

/** Introductions name few people. Until the index is complete, each address costs a search. */
const maxOthers = 4

/**
 * Other recipients of a message whom the user may know. Leaves out colleagues of the sender and of
 * the user, who prove nothing, and addresses of robots and lists.
 */
export function listOtherRecipients(
  { from, to, cc }: Message,
  ownAddresses: readonly string[],
): readonly string[] {
  if (from === null) return []
  const sides = new Set([from.address, ...ownAddresses].map(toOrganisation))
  const others = [...to, ...cc]
    .map(({ address }) => address)
    .filter((address) => !sides.has(toOrganisation(address)))
    .filter((address) => !isRobotAddress(address) && !isListAddress(address))
  return [...new Set(others)].slice(0, maxOthers)
}

const listNames = /(?:^|[-_.])(?:all|everyone|list|members|newsletter|team|users)$/i
const listHosts = /^(?:lists?|groups?)\.|^(?:googlegroups\.com|groups\.io|freelists\.org)$/i

function isListAddress(address: string): boolean {
  return listNames.test(localPartOf(address)) || listHosts.test(domainOf(address))
}
