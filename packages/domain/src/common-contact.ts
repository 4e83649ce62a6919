import { domainOf, localPartOf } from './address-parts.ts'
import { isRobotAddress } from './mail-kinds.ts'
import type { Message } from './message.ts'
import { toOrganisation } from './organisation.ts'

/** Few are introduced at once, and each costs a search of the mailbox. */
const mostOthers = 4

/**
 * Whom else a mail was written to, of whom the user may know one. Colleagues of
 * the sender and of the user vouch for nobody, robots and lists are no persons.
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
  return [...new Set(others)].slice(0, mostOthers)
}

const listNames = /(?:^|[-_.])(?:all|everyone|list|members|newsletter|team|users)$/i
const listHosts = /^(?:lists?|groups?)\.|^(?:googlegroups\.com|groups\.io|freelists\.org)$/i

function isListAddress(address: string): boolean {
  return listNames.test(localPartOf(address)) || listHosts.test(domainOf(address))
}
