import type { Microsoft } from '../microsoft/microsoft.ts'
import type { Handler } from '../world/world.ts'
import { linkToMailbox, linkToMessage, root } from './links.ts'

/**
 * Where links to Gmail and to Outlook on the web lead in the demo: to the mailbox or the message at
 * `/dev/world/`. A link to Gmail names its message in the fragment, which no server sees.
 */
export function createWebMail(microsoft: Pick<Microsoft, 'findLinked'>): Handler {
  return async (request) => {
    const query = new URL(request.url).searchParams
    const account = query.get('authuser')
    const itemId = query.get('ItemID')
    const linked = itemId === null ? null : microsoft.findLinked(itemId)
    const location = linked
      ? linkToMessage(linked.address, linked.id)
      : account === null
        ? root
        : linkToMailbox(account)
    return new Response(null, { status: 302, headers: { location } })
  }
}
