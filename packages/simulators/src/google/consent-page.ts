import { escape, nameOf, page } from '../page.ts'
import type { MailStore } from '../world/mail-store.ts'
import { scopes as wordings, type Scope } from './scopes.ts'

export type ConsentChoice = {
  readonly appName: string
  readonly stores: readonly MailStore[]
  readonly scopes: readonly Scope[]
  /** The address the app would like to see chosen. */
  readonly loginHint: string | null
}

/** Choose a mailbox, untick what the app shall not do, allow or cancel. It posts to where it came from. */
export function consentPage({ appName, stores, scopes, loginHint }: ConsentChoice): Response {
  const hinted = stores.find((store) => store.address === loginHint?.toLowerCase())
  const hasMailbox = stores.length > 0
  return page(
    `Sign in to ${appName}`,
    `<form method="post" class="login">
      ${host}
      <h1>${escape(appName)} wants access to your Google Account</h1>
      ${hasMailbox ? picker(stores, hinted ?? stores[0]) : nobody}
      ${checklist(appName, scopes)}
      <p><small>You can take this back at any time in your Google Account.</small></p>
      <p class="login-answers">
        ${hasMailbox ? '<button name="answer" value="allow" class="login-yes">Allow</button>' : ''}
        <button name="answer" value="cancel" formnovalidate>Cancel</button>
      </p>
    </form>`,
  )
}

/** For requests so wrong that nobody may be sent back with them. */
export function refusalPage(error: string, details: string, status = 400): Response {
  return page(
    'Access blocked',
    `<div class="login">
      ${host}
      <h1>Access blocked: this request is invalid</h1>
      <p role="alert">Error ${status}: ${escape(error)}</p>
      <p><small>${escape(details)}</small></p>
    </div>`,
    status,
  )
}

const host =
  '<p class="login-host"><span class="login-google" aria-hidden="true"></span>Google, simulated</p>'

const nobody = '<p role="status">There is no Google mailbox here to sign in with.</p>'

function picker(stores: readonly MailStore[], chosen: MailStore | undefined): string {
  const options = stores.map(
    (store) => `<label>
      <input type="radio" name="account" value="${escape(store.owner.subject)}" required${store === chosen ? ' checked' : ''}>
      <span>${nameOf(store.owner)} <small>${escape(store.address)}</small></span>
    </label>`,
  )
  return `<fieldset><legend>Choose an account</legend>${options.join('')}</fieldset>`
}

function checklist(appName: string, scopes: readonly Scope[]): string {
  const options = scopes.flatMap((scope) => {
    const wording = wordings[scope]
    return wording === null
      ? []
      : `<label>
          <input type="checkbox" name="scope" value="${escape(scope)}" checked>
          <span>${escape(wording)}</span>
        </label>`
  })
  return options.length === 0
    ? ''
    : `<fieldset><legend>Select what ${escape(appName)} can access</legend>${options.join('')}</fieldset>`
}
