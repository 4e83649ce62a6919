/**
 * Path and query of a request target. Besides the usual origin form (`GET /path`) a server must
 * accept the absolute form (`GET http://host/path`, RFC 9112). Its host is dropped: nothing in the
 * product depends on the host that a client names.
 */
export function toOriginForm(target: string): string {
  const [origin] = /^https?:\/\/[^/?]*/i.exec(target) ?? []
  if (origin === undefined) return target
  const rest = target.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
