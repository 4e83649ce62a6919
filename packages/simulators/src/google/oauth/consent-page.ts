import { describePerson, escapeHtml, page } from '../../page.ts'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { isForSignIn, scopes as scopeTexts, type Scope } from './scopes.ts'

export type ConsentChoice = {
  readonly appName: string
  readonly stores: readonly MailStore[]
  readonly scopes: readonly Scope[]
  /** The address that the app wants preselected. */
  readonly loginHint: string | null
}

/**
 * The person chooses a mailbox, can untick permissions, and allows or cancels. An app that only wants
 * to know who they are asks for less. The form posts to its own URL.
 */
export function consentPage({ appName, stores, scopes, loginHint }: ConsentChoice): Response {
  const hinted = stores.find((store) => store.address === loginHint?.toLowerCase())
  const hasMailbox = stores.length > 0
  const app = escapeHtml(appName)
  const isSignIn = scopes.every(isForSignIn)
  const [title, note, yes] = isSignIn
    ? [
        `Sign in to ${app}`,
        `Google will tell ${app} your email address. It gets no access to your mail.`,
        'Continue',
      ]
    : [
        `${app} wants access to your Google Account`,
        'You can remove this access at any time in your Google Account.',
        'Allow',
      ]
  return page(
    `Sign in to ${appName}`,
    `<form method="post" class="login">
      ${host}
      <h1>${title}</h1>
      ${hasMailbox ? picker(stores, hinted ?? stores[0]) : noMailbox}
      ${checklist(appName, scopes)}
      <p><small>${note}</small></p>
      <p class="login-buttons">
        ${hasMailbox ? `<button name="answer" value="allow" class="login-yes">${yes}</button>` : ''}
        <button name="answer" value="cancel" formnovalidate>Cancel</button>
      </p>
    </form>`,
  )
}

/** For requests that are too invalid to redirect back to the app. */
export function refusalPage(error: string, details: string, status = 400): Response {
  return page(
    'Access blocked',
    `<div class="login">
      ${host}
      <h1>Access blocked: this request is invalid</h1>
      <p role="alert">Error ${status}: ${escapeHtml(error)}</p>
      <p><small>${escapeHtml(details)}</small></p>
    </div>`,
    status,
  )
}

const host =
  '<p class="login-host"><span class="login-google" aria-hidden="true"></span>Google, simulated</p>'

const noMailbox = '<p role="status">There are no Google mailboxes in this demo.</p>'

function picker(stores: readonly MailStore[], chosen: MailStore | undefined): string {
  const options = stores.map(
    (store) => `<label>
      <input type="radio" name="account" value="${escapeHtml(store.owner.subject)}" required${store === chosen ? ' checked' : ''}>
      <span>${describePerson(store.owner)} <small>${escapeHtml(store.address)}</small></span>
    </label>`,
  )
  return `<fieldset><legend>Choose an account</legend>${options.join('')}</fieldset>`
}

function checklist(appName: string, scopes: readonly Scope[]): string {
  const options = scopes.flatMap((scope) => {
    const text = scopeTexts[scope]
    return text === null
      ? []
      : `<label>
          <input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked>
          <span>${escapeHtml(text)}</span>
        </label>`
  })
  return options.length === 0
    ? ''
    : `<fieldset><legend>Select what ${escapeHtml(appName)} can access</legend>${options.join('')}</fieldset>`
}
