import { domainOf, localPartOf } from '../mail/address-parts.ts'
import { isRobotAddress } from './message-kinds.ts'
import type { Message } from '../mail/message.ts'
import { isOwnAddress } from '../mail/own-addresses.ts'
import { toOrganisation } from '../mail/organisation.ts'

/** Introductions name few people. Until the index is complete, each address costs a search. */
const maxOthers = 4

/**
 * Other recipients of a message whom the user may know. Leaves out the user's colleagues, who prove
 * nothing, and addresses of robots and lists. The sender's colleagues come last. The user may know one
 * of them, who is handing over to the sender.
 */
export function listOtherRecipients(
  { from, to, cc }: Message,
  ownAddresses: readonly string[],
): readonly string[] {
  if (from === null) return []
  const own = new Set(ownAddresses.map(toOrganisation))
  const others = [...to, ...cc]
    .map(({ address }) => address)
    .filter(
      (address) => !own.has(toOrganisation(address)) && !isOwnAddress(address, [from.address]),
    )
    .filter((address) => !isRobotAddress(address) && !isListAddress(address))
  const isColleague = (address: string) => toOrganisation(address) === toOrganisation(from.address)
  const colleaguesLast = [
    ...others.filter((address) => !isColleague(address)),
    ...others.filter(isColleague),
  ]
  return [...new Set(colleaguesLast)].slice(0, maxOthers)
}

const listNames = /(?:^|[-_.])(?:all|everyone|list|members|newsletter|team|users)$/i
const listHosts = /^(?:lists?|groups?)\.|^(?:googlegroups\.com|groups\.io|freelists\.org)$/i

function isListAddress(address: string): boolean {
  return listNames.test(localPartOf(address)) || listHosts.test(domainOf(address))
}
