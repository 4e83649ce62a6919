/** Whether the text is an IPv6 address and not a time, a MAC address or a scope such as `a::b`. */
export function isIpv6(address: string): boolean {
  const halves = address.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const hasIpv4 = last.includes('.')
  if (hasIpv4 && !/^(?:\d{1,3}\.){3}\d{1,3}$/.test(last)) return false
  const hexGroups = hasIpv4 ? groups.slice(0, -1) : groups
  if (!hexGroups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const size = hexGroups.length + (hasIpv4 ? 2 : 0)
  if (halves.length === 1) return size === 8
  return size > 0 && size < 8 && (/\d/.test(address) || size > 3)
}
