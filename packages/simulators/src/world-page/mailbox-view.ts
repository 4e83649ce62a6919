import { describePerson, escapeHtml } from '../page.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../world/mailbox/stored-message.ts'
import type { World } from '../world/world.ts'
import { addMessageForms } from './add-message-forms.ts'
import { countFolders } from './folder-counts.ts'
import { href, linkToMailbox, root } from './links.ts'
import { showContent } from './message-content.ts'
import { messageRow, senderAndRecipients, stateChips, subjectOf, time } from './message-row.ts'
import { moveForm, withdrawForm } from './owner-forms.ts'
import { showReply } from './sender-reply.ts'

export type MailboxView = {
  readonly store: MailStore
  readonly folder: string
  /** Starts at 1. */
  readonly page: number
  /** Whether more messages are planned for the mailbox. */
  readonly hasUpcoming: boolean
}

const perPage = 50

/** One mailbox: its folders, the messages of one of them, and forms to add more. */
export function showMailbox({ store, folder, page, hasUpcoming }: MailboxView): string {
  const messages = [...store.list(folder)]
  const rows = messages.slice((page - 1) * perPage, page * perPage)
  const isLast = page * perPage >= messages.length
  return `<p><a href="${root}">← All mailboxes</a></p>
    <h1>${describePerson(store.owner)}</h1>
    <p><small>${escapeHtml(store.address)}</small></p>
    <div class="world-columns">
      <aside aria-label="Add emails">${addMessageForms(store, hasUpcoming)}${withdrawForm(store)}</aside>
      <section aria-label="Emails">
        ${folderLinks(store, folder)}
        ${rows.length > 0 ? `<ul>${rows.map((message) => messageRow(store, message)).join('')}</ul>` : '<p>No emails here.</p>'}
        <p class="world-pages">
          ${page > 1 ? `<a ${href(linkToMailbox(store.address, folder, page - 1))}>← Newer</a>` : ''}
          ${isLast ? '' : `<a ${href(linkToMailbox(store.address, folder, page + 1))}>Older →</a>`}
        </p>
      </section>
    </div>`
}

export function showMessage(world: World, store: MailStore, message: StoredMessage): string {
  return `<p><a ${href(linkToMailbox(store.address))}>← ${escapeHtml(store.owner.name)}</a></p>
    <h1>${subjectOf(message.headers)}</h1>
    <p class="world-state"><small>${senderAndRecipients(message.headers)}</small>
      ${stateChips(store, message)} ${time(message.receivedAt)}</p>
    ${moveForm(store, message)}
    ${showReply(world, store, message)}
    ${showContent(message.raw)}`
}

function folderLinks(store: MailStore, current: string): string {
  const links = countFolders(store).map(
    ({ folder, name, total }) =>
      `<a ${href(linkToMailbox(store.address, folder))}${folder === current ? ' aria-current="page"' : ''}>${escapeHtml(name)} <small>${total}</small></a>`,
  )
  return `<nav class="world-folders" aria-label="Folders">${links.join('')}</nav>`
}
