import { createHash } from 'node:crypto'
import type { MailStore } from '../../world/mailbox/mail-store.ts'

/**
 * A mailbox's account. Its identity is tenant and object id; the address can be changed by a
 * tenant.
 */
export type Account = {
  readonly store: MailStore
  readonly tenantId: string
  readonly objectId: string
  readonly address: string
  readonly name: string
}

/**
 * The tenant of all personal accounts
 * (https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference).
 */
const personalTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad'
const personalDomains = ['outlook.com', 'hotmail.com', 'live.com', 'msn.com']

export function toAccount(store: MailStore): Account {
  const { address, name, subject } = store.owner
  return { store, tenantId: toTenantId(address), objectId: subject, address, name }
}

/** `tenant` from the path: a tenant's id, or a name for several tenants. */
export function belongsToTenant(account: Account, tenant: string): boolean {
  switch (tenant) {
    case 'common':
      return true
    case 'organizations':
      return !isPersonal(account)
    case 'consumers':
      return isPersonal(account)
    default:
      return account.tenantId === tenant
  }
}

export function isPersonal({ tenantId }: Account): boolean {
  return tenantId === personalTenantId
}

/** Each domain counts as a separate organisation. */
function toTenantId(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (personalDomains.includes(domain)) return personalTenantId
  const hex = createHash('sha256').update(domain).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
