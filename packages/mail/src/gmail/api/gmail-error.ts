import { MailError, type MailFailure } from '../../mail-error.ts'
import { findRetryAfterMs } from '../../http/retry-after.ts'
import { TokenRefused } from '../../http/token-source.ts'

/** The answer to one call, alone or as a part of a batch. */
export type GmailAnswer = {
  readonly status: number
  /** The Retry-After header. */
  readonly retryAfter: string | null
  readonly text: string
}

export type HowAsked = { readonly isWrite: boolean; readonly now: Date }

/** An error answer of the Gmail API. */
export class GmailError extends MailError {
  readonly status: number
  readonly reason: string | null

  constructor(
    failure: MailFailure,
    { status, reason }: GmailRefusal,
    options: { readonly retryAfterMs: number | null; readonly mayHaveHappened: boolean },
  ) {
    super(failure, toDetail({ status, reason }), options)
    this.status = status
    this.reason = reason
  }
}

type GmailRefusal = {
  readonly status: number
  /** `null` if the answer is not from Gmail but, for example, an HTML page of a proxy. */
  readonly reason: string | null
}

export function isGone(error: unknown): boolean {
  return error instanceof MailError && error.failure === 'gone'
}

/** Gmail's answer if a label or an id does not exist. */
export function isInvalidArgument(error: unknown): boolean {
  return error instanceof GmailError && error.status === 400 && error.reason === 'invalidArgument'
}

/** Gmail refuses `watch` while the mailbox has a watch for another topic of ours. */
export function isOtherWatch(error: unknown): boolean {
  return error instanceof GmailError && error.reason === otherWatch
}

/** Our own reasons, for errors whose reason is too general and only the message is specific. */
const mailServiceNotEnabled = 'mailServiceNotEnabled'
const otherWatch = 'otherWatch'

function toReason(reason: string, message: string): string {
  if (reason === 'failedPrecondition' && /^Mail service not enabled/i.test(message))
    return mailServiceNotEnabled
  if (/^Only one user push notification client allowed/i.test(message)) return otherWatch
  return reason
}

/**
 * The reason decides, not the status: Gmail uses 403 for a missing permission and for a rate limit.
 * https://developers.google.com/workspace/gmail/api/guides/handle-errors
 */
const failureByReason: ReadonlyMap<string, MailFailure> = new Map([
  ['insufficientPermissions', 'permission-missing'],
  // The organisation's administrator blocks this app, or all apps.
  ['domainPolicy', 'permission-missing'],
  ['rateLimitExceeded', 'rate-limited'],
  ['userRateLimitExceeded', 'rate-limited'],
  ['quotaExceeded', 'rate-limited'],
  ['dailyLimitExceeded', 'rate-limited'],
  ['limitExceeded', 'rate-limited'],
  ['notFound', 'gone'],
  ['backendError', 'unavailable'],
  [mailServiceNotEnabled, 'no-mailbox'],
  // Gmail fails about one call in a hundred this way. The same call works a moment later.
  // https://github.com/googleapis/google-api-php-client/issues/2558
  ['failedPrecondition', 'unavailable'],
])

function toGmailFailure({ status, reason }: GmailRefusal): MailFailure {
  if (status === 429) return 'rate-limited'
  if (status === 413) return 'too-large'
  if (status >= 500 || reason === null) return 'unavailable'
  return failureByReason.get(reason) ?? 'refused'
}

/** The error for an answer that is not 2xx. It keeps none of the answer's text. */
export function toGmailError(
  { status, retryAfter, text }: GmailAnswer,
  { isWrite, now }: HowAsked,
): MailError {
  const { reason, message } = readRefusal(text)
  const refusal = { status, reason }
  // Not `access-revoked`: only the token endpoint says that, when we ask for a new token.
  if (status === 401) return new TokenRefused('unavailable', toDetail(refusal))
  return new GmailError(toGmailFailure(refusal), refusal, {
    retryAfterMs: findRetryAfterMs({ header: retryAfter, text: message, now }),
    mayHaveHappened: isWrite && status >= 500,
  })
}

function readRefusal(text: string): { reason: string | null; message: string } {
  const { error } = findRecord(parse(text))
  const { message: given, errors, status } = findRecord(error)
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const reason = [findRecord(first)['reason'], status].find(isName) ?? null
  const message = typeof given === 'string' ? given : ''
  return { reason: reason === null ? null : toReason(reason, message), message }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function findRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function toDetail({ status, reason }: GmailRefusal): string {
  return reason === null ? String(status) : `${status} ${reason}`
}
