import { escape } from '../page.ts'
import type { MailStore } from '../world/mail-store.ts'
import { root } from './links.ts'

/** What a visitor can do to a mailbox: let mail arrive, write to it, or drop a mail into it. */
export function addMailForms(store: MailStore, isExpecting: boolean): string {
  const mailbox = `<input type="hidden" name="mailbox" value="${escape(store.address)}">`
  return `${isExpecting ? arrive(mailbox) : ''}
    <details class="world-form"><summary>Write a mail</summary>
      <form method="post" action="${root}">${mailbox}
        <label>From <input name="from" required placeholder="Jo Doe &#60;jo@vendor.example&#62;"></label>
        <label>Subject <input name="subject"></label>
        <label>Text <textarea name="text" rows="6"></textarea></label>
        ${authentication}
        <button name="do" value="write">Send</button>
        <p><small>Mail from rate-limit@, revoke@ or vanish@ any domain makes trouble when it is read,
        from lost-answer@ when it is moved, once each.</small></p>
      </form></details>
    <details class="world-form"><summary>Drop an .eml into the inbox</summary>
      <form method="post" action="${root}" enctype="multipart/form-data">${mailbox}
        <label>File, up to 5 MB <input type="file" name="eml" accept=".eml,message/rfc822"></label>
        <label>Or its source <textarea name="source" rows="6" spellcheck="false"></textarea></label>
        ${authentication}
        <button name="do" value="drop">Drop</button>
      </form></details>`
}

function arrive(mailbox: string): string {
  return `<form method="post" action="${root}">${mailbox}
    <button name="do" value="arrive" class="world-main">Let the next mail arrive</button></form>`
}

const authentication = `<label>SPF, DKIM and DMARC
  <select name="authentication">
    <option value="pass">pass</option><option value="fail">fail</option><option value="none">none</option>
  </select></label>`
