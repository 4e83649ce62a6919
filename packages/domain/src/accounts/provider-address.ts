/**
 * Whether Google proves that the address belongs to the account now. Google hosts the mail of
 * @gmail.com and of a Workspace domain (`hd`). Any other address was confirmed once, perhaps by an
 * earlier owner.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function isGoogleAddressTrusted({
  address,
  isVerified,
  hostedDomain,
}: {
  readonly address: string
  readonly isVerified: boolean
  readonly hostedDomain: string | null
}): boolean {
  return isVerified && (hostedDomain !== null || address.endsWith('@gmail.com'))
}

/** https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
const personalTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad'
const personalDomains = ['outlook.com', 'hotmail.com', 'live.com', 'msn.com']

/**
 * Whether Microsoft proves that the address belongs to the account: only where it hosts the mail of a
 * personal account. The administrator of an organisation can give a user any address, also one of
 * another organisation.
 */
export function isMicrosoftAddressTrusted({
  tenantId,
  address,
}: {
  readonly tenantId: string
  readonly address: string
}): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return tenantId === personalTenantId && personalDomains.includes(domain)
}
