/** The parts of `Pat <pat@vendor.example>`. `name` falls back to the address and is never empty. */
export function toSender(from: string): { name: string; address: string } {
  const [, name = '', address = from.trim()] = /^(.*)<([^<>]*)>$/s.exec(from.trim()) ?? []
  const bareName = name.trim().replace(/^"(.*)"$/s, '$1')
  return { name: bareName || address || 'Unknown sender', address }
}

export function toSubject(subject: string): string {
  return subject.trim() || '(no subject)'
}

/** The part of an address after the @; empty if there is none. */
export function toDomain(address: string): string {
  return /@([^@\s]+)$/.exec(address)?.[1] ?? ''
}
