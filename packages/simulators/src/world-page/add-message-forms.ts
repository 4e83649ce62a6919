import { escapeHtml } from '../page.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import { root } from './links.ts'

/** Forms that add a message to a mailbox: deliver the next one, write one, or upload a file. */
export function addMessageForms(store: MailStore, hasUpcoming: boolean): string {
  const mailbox = `<input type="hidden" name="mailbox" value="${escapeHtml(store.address)}">`
  return `${hasUpcoming ? deliverNextForm(mailbox) : ''}
    <details class="world-form"><summary>Write an email</summary>
      <form method="post" action="${root}">${mailbox}
        <label>From <input name="from" required placeholder="Jo Doe &#60;jo@vendor.example&#62;"></label>
        <label>Subject <input name="subject"></label>
        <label>Text <textarea name="text" rows="6"></textarea></label>
        ${authentication}
        <button name="do" value="write">Send</button>
        <p><small>Emails from rate-limit@, revoke@ or vanish@ any domain fail once when they are read,
        those from lost-response@ once when they are moved.</small></p>
      </form></details>
    <details class="world-form"><summary>Add an .eml file</summary>
      <form method="post" action="${root}" enctype="multipart/form-data">${mailbox}
        <label>File, up to 5 MB <input type="file" name="eml" accept=".eml,message/rfc822"></label>
        <label>Or paste its source <textarea name="source" rows="6" spellcheck="false"></textarea></label>
        ${authentication}
        <button name="do" value="add-file">Add</button>
      </form></details>`
}

function deliverNextForm(mailbox: string): string {
  return `<form method="post" action="${root}">${mailbox}
    <button name="do" value="deliver-next" class="world-main">Deliver the next email</button></form>`
}

const authentication = `<label>SPF, DKIM and DMARC
  <select name="authentication">
    <option value="pass">pass</option><option value="fail">fail</option><option value="none">none</option>
  </select></label>`
