import { describePerson, escapeHtml, page } from '../../page.ts'
import type { Account } from './accounts.ts'
import type { App } from './apps.ts'
import { isForSignIn, type Scope } from './scopes.ts'

export type LoginChoice = {
  readonly app: App
  readonly accounts: readonly Account[]
  readonly scopes: readonly Scope[]
  /** The address that the app wants preselected. */
  readonly loginHint: string | null
}

/** The texts of Microsoft's own consent page. */
const permissions: Readonly<Partial<Record<Scope, string>>> = {
  'User.Read': 'Sign you in and read your profile',
  'Mail.ReadBasic': 'Read the basics of your mail',
  'Mail.Read': 'Read your mail',
  'Mail.ReadWrite': 'Read and write access to your mail',
  'Mail.Send': 'Send mail as you',
  offline_access: 'Maintain access to data you have given it access to',
}

/**
 * The person chooses a mailbox, reads the permissions, and accepts or cancels. An app that only wants
 * to know who they are asks for none. The form posts to its own URL.
 */
export function loginPage({ app, accounts, scopes, loginHint }: LoginChoice): Response {
  const hinted = accounts.find(({ address }) => address === loginHint?.toLowerCase())
  const hasMailbox = accounts.length > 0
  const isSignIn = scopes.every(isForSignIn)
  return page(
    `Sign in to ${app.name}`,
    `<form method="post" class="login">
      ${host}
      ${isSignIn ? signInHeading(app) : accessHeading(app)}
      ${hasMailbox ? picker(accounts, hinted ?? accounts[0]) : noMailbox}
      ${isSignIn ? signInNote : permissionList(scopes)}
      <p class="login-buttons">
        ${hasMailbox ? `<button name="answer" value="accept" class="login-yes">${isSignIn ? 'Continue' : 'Accept'}</button>` : ''}
        <button name="answer" value="cancel" formnovalidate>Cancel</button>
      </p>
    </form>`,
  )
}

const signInHeading = (app: App) =>
  `<h1>Pick an account</h1><p>to continue to <strong>${escapeHtml(app.name)}</strong></p>`

const accessHeading = (app: App) =>
  `<h1>Permissions requested</h1>
  <p><strong>${escapeHtml(app.name)}</strong> would like access to your mailbox.</p>`

const signInNote =
  '<p><small>The app learns your name and email address. It gets no access to your mail.</small></p>'

export function permissionList(scopes: readonly Scope[]): string {
  const requested = scopes.flatMap((scope) => permissions[scope] ?? [])
  return `<h2>This app would like to</h2>
    <ul>${requested.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>
    <p><small>You can remove this access at any time in your account settings.</small></p>`
}

/** What users see whose organisation lets only administrators approve the app. */
export function approvalRequiredPage(app: App): Response {
  return page(
    'Need admin approval',
    `<form method="post" class="login">
      ${host}
      <h1>Need admin approval</h1>
      <p><strong>${escapeHtml(app.name)}</strong> needs permission to access resources in your organization that only an admin can grant. Please ask an admin to grant permission to this app before you can use it.</p>
      <p class="login-buttons">
        <button name="answer" value="return">Return to the application without granting consent</button>
      </p>
    </form>`,
  )
}

/** For requests that are too invalid to redirect back to the app. */
export function loginRefusalPage(message: string, status = 400): Response {
  return page(
    'Sign-in failed',
    `<div class="login">
      ${host}
      <h1>Sorry, but we’re having trouble signing you in</h1>
      <p role="alert">${escapeHtml(message)}</p>
    </div>`,
    status,
  )
}

export const host = `<p class="login-host">
  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
    <path fill="#f25022" d="M0 0h8v8H0z"/><path fill="#7fba00" d="M10 0h8v8h-8z"/>
    <path fill="#00a4ef" d="M0 10h8v8H0z"/><path fill="#ffb900" d="M10 10h8v8h-8z"/>
  </svg>Microsoft, simulated</p>`

const noMailbox = '<p role="status">There are no Microsoft mailboxes in this demo.</p>'

function picker(accounts: readonly Account[], chosen: Account | undefined): string {
  const options = accounts.map(
    (account) => `<label>
      <input type="radio" name="account" value="${escapeHtml(account.objectId)}" required${account === chosen ? ' checked' : ''}>
      <span>${describePerson(account.store.owner)} <small>${escapeHtml(account.address)}</small></span>
    </label>`,
  )
  return `<fieldset><legend>Choose an account</legend>${options.join('')}</fieldset>`
}
