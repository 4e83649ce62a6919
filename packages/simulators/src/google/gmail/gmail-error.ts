/**
 * An error in Gmail's format
 * (https://developers.google.com/workspace/gmail/api/guides/handle-errors).
 */
export class GmailError extends Error {
  readonly code: number
  readonly reason: string
  readonly status: string
  readonly domain: string

  constructor(
    code: number,
    {
      message,
      reason,
      status,
      domain = 'global',
    }: { message: string; reason: string; status: string; domain?: string },
  ) {
    super(message)
    this.code = code
    this.reason = reason
    this.status = status
    this.domain = domain
  }

  toResponse(): Response {
    const { code, message, domain, reason, status } = this
    const error = { code, message, errors: [{ message, domain, reason }], status }
    return Response.json({ error }, { status: code })
  }
}

export const invalidArgument = (message: string) =>
  new GmailError(400, { message, reason: 'invalidArgument', status: 'INVALID_ARGUMENT' })

export const failedPrecondition = (message: string) =>
  new GmailError(400, { message, reason: 'failedPrecondition', status: 'FAILED_PRECONDITION' })

export const unauthenticated = () =>
  new GmailError(401, {
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    reason: 'authError',
    status: 'UNAUTHENTICATED',
  })

export const insufficientScopes = () =>
  new GmailError(403, {
    message: 'Request had insufficient authentication scopes.',
    reason: 'insufficientPermissions',
    status: 'PERMISSION_DENIED',
  })

export const forbidden = (message: string) =>
  new GmailError(403, { message, reason: 'forbidden', status: 'PERMISSION_DENIED' })

export const notFound = () =>
  new GmailError(404, {
    message: 'Requested entity was not found.',
    reason: 'notFound',
    status: 'NOT_FOUND',
  })

export const labelExists = () =>
  new GmailError(409, {
    message: 'Label name exists or conflicts',
    reason: 'aborted',
    status: 'ABORTED',
  })

/** Gmail sends no Retry-After header: the time to retry is only in the message text. */
export const rateLimited = (retryAt: Date, what = '') =>
  new GmailError(429, {
    message: `User-rate limit exceeded.  Retry after ${retryAt.toISOString()}${what}`,
    reason: 'rateLimitExceeded',
    status: 'RESOURCE_EXHAUSTED',
    domain: 'usageLimits',
  })

export const backendError = () =>
  new GmailError(500, { message: 'Backend Error', reason: 'backendError', status: 'INTERNAL' })

/** For everything this simulator does not support, whether or not Gmail does. */
export const notSimulated = (what: string) =>
  new GmailError(501, {
    message: `Not simulated: ${what}`,
    reason: 'notImplemented',
    status: 'UNIMPLEMENTED',
  })
