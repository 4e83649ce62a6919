import { escape, nameOf } from '../page.ts'
import type { MailStore, Provider } from '../world/mail-store.ts'
import type { World } from '../world/world.ts'
import { href, linkToMailbox } from './links.ts'
import { countPlaces } from './places.ts'
import { listSends } from './sends.ts'

const providers: Readonly<Record<Provider, string>> = { google: 'Google', microsoft: 'Microsoft' }

/** Every mailbox with its folders, and what has left them. */
export function showOverview(world: World): string {
  const sections = (['google', 'microsoft'] as const).map((provider) => {
    const stores = world.mailboxes.filter(({ owner }) => owner.provider === provider)
    const rows = stores.map((store) => row(store, world.record.isGranted(store)))
    return stores.length > 0 ? `<h2>${providers[provider]}</h2><ul>${rows.join('')}</ul>` : ''
  })
  return `<h1>World</h1>
    <p>Every simulated mailbox, and who wrote what to whom.
    Doorman’s own mail is in the <a href="/dev/outbox">outbox</a>.
    Google takes access back when an account is disconnected; Microsoft knows no such thing,
    and there it stays granted until its owner ends it.</p>
    ${sections.join('')}
    <h2>Sent from these mailboxes</h2>${listSends(world)}`
}

const grantedChip = '<span class="world-chip world-yes">Access granted</span>'

function row(store: MailStore, isGranted: boolean): string {
  const places = countPlaces(store).map(
    ({ name, total, unread }) =>
      `<span class="world-chip">${escape(name)} ${total}${unread > 0 ? ` · ${unread} unread` : ''}</span>`,
  )
  return `<li class="world-read">
    <a ${href(linkToMailbox(store.address))}>${nameOf(store.owner)}</a>
    <small>${escape(store.address)}</small>
    <span class="world-facts">${isGranted ? grantedChip : ''} ${places.join(' ')}</span>
  </li>`
}
