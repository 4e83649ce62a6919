import { escapeHtml } from '../page.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../world/mailbox/stored-message.ts'
import { toFolderName } from './folder-counts.ts'
import { linkToMailbox, linkToMessage, root } from './links.ts'
import { readText, Refusal } from './read-form.ts'

/** What the owner of a mailbox does by hand, in the mail client or in the account's settings. */
const moveTargets = ['inbox', 'archive', 'junk', 'bin'] as const

/** Buttons that move a message, as its owner would in the mail client. */
export function moveForm(store: MailStore, message: StoredMessage): string {
  const buttons = listTargets(store)
    .filter((folder) => !message.folders.has(folder))
    .map(
      (folder) =>
        `<button name="to" value="${escapeHtml(folder)}">${escapeHtml(toFolderName(store, folder))}</button>`,
    )
  return `<form method="post" action="${root}" class="world-time">${hidden('mailbox', store.address)}
    ${hidden('message', message.id)}${hidden('do', 'move')}
    <span>Move by hand to</span> ${buttons.join('')}</form>`
}

/** A button that withdraws the access of all apps, as its owner could at Google or Microsoft. */
export function withdrawForm({ address }: MailStore): string {
  return `<form method="post" action="${root}">${hidden('mailbox', address)}
    <button name="do" value="withdraw">Withdraw Doorman’s access</button>
    <p><small>Doorman notices at its next check and asks to reconnect.</small></p></form>`
}

/** Carries out a form of this file. Returns where to go next; `null` if it is another form. */
export function actAsOwner(form: FormData, store: MailStore): string | null {
  switch (readText(form, 'do')) {
    case 'move': {
      const id = readText(form, 'message')
      const to = readText(form, 'to')
      if (!store.find(id)) throw new Refusal('This email is no longer here.', 404)
      if (!listTargets(store).includes(to)) throw new Refusal('There is no such folder.', 400)
      store.move(id, to)
      return linkToMessage(store.address, id)
    }
    case 'withdraw':
      store.endAccess('revoked')
      return linkToMailbox(store.address)
    default:
      return null
  }
}

function listTargets(store: MailStore): string[] {
  return [...moveTargets, ...store.userFolders.map(({ id }) => id)]
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
}
