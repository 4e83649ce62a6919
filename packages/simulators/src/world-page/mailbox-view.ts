import { escape, nameOf } from '../page.ts'
import type { MailStore, StoredMail } from '../world/mail-store.ts'
import type { World } from '../world/world.ts'
import { addMailForms } from './add-mail-forms.ts'
import { showAnswers } from './answers.ts'
import { href, linkToMailbox, root } from './links.ts'
import { showContent } from './mail-content.ts'
import { mailRow, standing, subjectOf, time, whoToWhom } from './mail-row.ts'
import { countPlaces } from './places.ts'

export type MailboxView = {
  readonly store: MailStore
  readonly place: string
  /** From 1. */
  readonly page: number
  /** Whether mail is on its way there. */
  readonly isExpecting: boolean
}

const perPage = 50

/** One mailbox: its folders, the mails of one of them, and the means to add more. */
export function showMailbox({ store, place, page, isExpecting }: MailboxView): string {
  const mails = [...store.list(place)]
  const rows = mails.slice((page - 1) * perPage, page * perPage)
  const isLast = page * perPage >= mails.length
  return `<p><a href="${root}">← World</a></p>
    <h1>${nameOf(store.owner)}</h1>
    <p><small>${escape(store.address)}</small></p>
    <div class="world-columns">
      <aside aria-label="Add mail">${addMailForms(store, isExpecting)}</aside>
      <section aria-label="Mail">
        ${folders(store, place)}
        ${rows.length > 0 ? `<ul>${rows.map((mail) => mailRow(store, mail)).join('')}</ul>` : '<p>Nothing lies here.</p>'}
        <p class="world-pages">
          ${page > 1 ? `<a ${href(linkToMailbox(store.address, place, page - 1))}>← Newer</a>` : ''}
          ${isLast ? '' : `<a ${href(linkToMailbox(store.address, place, page + 1))}>Older →</a>`}
        </p>
      </section>
    </div>`
}

export function showMail(world: World, store: MailStore, mail: StoredMail): string {
  return `<p><a ${href(linkToMailbox(store.address))}>← ${escape(store.owner.name)}</a></p>
    <h1>${subjectOf(mail.headers)}</h1>
    <p class="world-standing"><small>${whoToWhom(mail.headers)}</small>
      ${standing(store, mail)} ${time(mail.receivedAt)}</p>
    ${showAnswers(world, store, mail)}
    ${showContent(mail.raw)}`
}

function folders(store: MailStore, chosen: string): string {
  const links = countPlaces(store).map(
    ({ place, name, total }) =>
      `<a ${href(linkToMailbox(store.address, place))}${place === chosen ? ' aria-current="page"' : ''}>${escape(name)} <small>${total}</small></a>`,
  )
  return `<nav class="world-folders" aria-label="Folders">${links.join('')}</nav>`
}
