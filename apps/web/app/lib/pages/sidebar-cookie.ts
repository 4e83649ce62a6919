const name = 'sidebar_state'
const weekSeconds = 604_800

export function isSidebarOpen(cookies: string | null): boolean {
  return !(cookies ?? '').split(/;\s*/).includes(`${name}=false`)
}

export function toSidebarCookie(isOpen: boolean): string {
  return `${name}=${isOpen}; path=/; max-age=${weekSeconds}; samesite=lax`
}
