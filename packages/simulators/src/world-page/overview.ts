import { describePerson, escapeHtml } from '../page.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { SimulatedProvider } from '../world/mailbox/stored-message.ts'
import type { World } from '../world/world.ts'
import { countFolders } from './folder-counts.ts'
import { href, linkToMailbox } from './links.ts'
import { listSentMessages } from './sent-messages.ts'
import { showTimeForm } from './time-form.ts'

const providers: Readonly<Record<SimulatedProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
}

/** All mailboxes with their folders, and the messages sent from them. */
export function showOverview(world: World): string {
  const sections = (['google', 'microsoft'] as const).map((provider) => {
    const stores = world.mailboxes.filter(({ owner }) => owner.provider === provider)
    const rows = stores.map((store) => row(store, world.record.isGranted(store)))
    return stores.length > 0 ? `<h2>${providers[provider]}</h2><ul>${rows.join('')}</ul>` : ''
  })
  return `<h1>Simulated world</h1>
    <p>All simulated mailboxes, and the emails sent from them.
    Emails from Doorman to its users are in the <a href="/dev/outbox">outbox</a>.
    Disconnecting an account in Doorman revokes its access at Google.
    Microsoft has no way to do that, so access stays granted there.</p>
    ${showTimeForm(world.clock.now())}
    ${sections.join('')}
    <h2>Sent from these mailboxes</h2>${listSentMessages(world)}`
}

const grantedChip = '<span class="world-chip world-yes">Access granted</span>'

function row(store: MailStore, isGranted: boolean): string {
  const folders = countFolders(store).map(
    ({ name, total, unread }) =>
      `<span class="world-chip">${escapeHtml(name)} ${total}${unread > 0 ? ` · ${unread} unread` : ''}</span>`,
  )
  return `<li class="world-read">
    <a ${href(linkToMailbox(store.address))}>${describePerson(store.owner)}</a>
    <small>${escapeHtml(store.address)}</small>
    <span class="world-facts">${isGranted ? grantedChip : ''} ${folders.join(' ')}</span>
  </li>`
}
