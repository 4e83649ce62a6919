import type { Account } from './accounts.ts'
import type { App } from './apps.ts'
import type { Scope } from './scopes.ts'

/**
 * Which organisations let their users give apps access to mail. Microsoft's current default policy
 * does not: an administrator has to approve the app for the whole organisation
 * (https://learn.microsoft.com/entra/identity/enterprise-apps/manage-app-consent-policies).
 */
export class ConsentPolicies {
  readonly #strictTenants = new Set<string>()
  readonly #approvals = new Set<string>()

  requireAdmin({ tenantId }: Account): void {
    this.#strictTenants.add(tenantId)
  }

  approve(tenantId: string, { clientId }: App): void {
    this.#approvals.add(toKey(tenantId, clientId))
  }

  needsAdmin({ tenantId }: Account, { clientId }: App, scopes: readonly Scope[]): boolean {
    const isForMail = scopes.some((scope) => scope.startsWith('Mail.'))
    const isApproved = this.#approvals.has(toKey(tenantId, clientId))
    return isForMail && this.#strictTenants.has(tenantId) && !isApproved
  }
}

function toKey(tenantId: string, clientId: string): string {
  return `${tenantId}/${clientId}`
}
