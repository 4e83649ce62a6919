export const sessionCookieName = 'doorman.session'

/** Over https browsers accept a `__Host-` cookie only from this host, never from a subdomain. */
export function toCookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** The value of one cookie in a `Cookie` header. */
export function findCookie(header: string | undefined, name: string): string | null {
  const pair = header?.split('; ').find((candidate) => candidate.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? null
}

/** A `Set-Cookie` header. An age of 0 deletes the cookie. */
export function toSetCookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
