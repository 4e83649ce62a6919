import { escapeHtml, page } from '../../page.ts'
import { host, permissionList } from './login-page.ts'
import type { AppRequest } from './requests.ts'
import type { Scope } from './scopes.ts'

export type AdminConsent = AppRequest & {
  readonly state: string | null
  readonly scopes: readonly Scope[]
  readonly organisations: readonly { readonly tenantId: string; readonly domain: string }[]
}

/** The administrator chooses which organisation they are from, and accepts or cancels for it. */
export function adminConsentPage({ app, scopes, organisations }: AdminConsent): Response {
  const options = organisations.map(
    ({ tenantId, domain }, index) => `<label>
      <input type="radio" name="tenant" value="${escapeHtml(tenantId)}" required${index === 0 ? ' checked' : ''}>
      <span>An administrator of <strong>${escapeHtml(domain)}</strong></span>
    </label>`,
  )
  return page(
    `Review permissions for ${app.name}`,
    `<form method="post" class="login">
      ${host}
      <h1>Review for your organization</h1>
      <p><strong>${escapeHtml(app.name)}</strong> would get this access for all users in your organization. No one else will be asked to review it.</p>
      <fieldset><legend>Sign in as</legend>${options.join('')}</fieldset>
      ${permissionList(scopes)}
      <p class="login-buttons">
        <button name="answer" value="accept" class="login-yes">Accept</button>
        <button name="answer" value="cancel" formnovalidate>Cancel</button>
      </p>
    </form>`,
  )
}
