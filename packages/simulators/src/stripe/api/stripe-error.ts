/** An error in Stripe's format (https://docs.stripe.com/api/errors). */
export class StripeError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(
    status: number,
    {
      message,
      type = 'invalid_request_error',
      code,
      param,
    }: { message: string; type?: string; code?: string; param?: string },
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
  }

  toAnswer(): { readonly status: number; readonly body: object } {
    const { status, type, code, message, param } = this
    return { status, body: { error: { type, code, message, param } } }
  }

  toResponse(): Response {
    const { status, body } = this.toAnswer()
    return Response.json(body, { status })
  }
}

/** A parameter is missing, or its value is not allowed. */
export const invalidParameter = (param: string, message: string, code?: string) =>
  new StripeError(400, { message, param, ...(code !== undefined && { code }) })

export const unknownParameter = (param: string) =>
  invalidParameter(param, `Received unknown parameter: ${param}`, 'parameter_unknown')

export const missingParameter = (param: string) =>
  invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing')

/** `param` is `id` if the object is the one in the path, else the parameter that names it. */
export const noSuch = (kind: string, id: string, param = 'id') =>
  new StripeError(param === 'id' ? 404 : 400, {
    message: `No such ${kind}: '${id}'`,
    code: 'resource_missing',
    param,
  })

/** The object's state does not allow the call. */
export const notAllowed = (message: string, code?: string) =>
  new StripeError(400, { message, ...(code !== undefined && { code }) })

/**
 * For every path that this simulator does not support, whether or not Stripe does. The client takes
 * a 404 without `error` for a success.
 */
export const unrecognizedUrl = (method: string, path: string) =>
  new StripeError(404, {
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })

export const invalidKey = (key: string | null) =>
  new StripeError(401, {
    message:
      key === null
        ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
        : `Invalid API Key provided: ${key.slice(0, 8)}****`,
  })

export const idempotencyMismatch = (key: string) =>
  new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

export const cardError = (declineCode: string, message: string) =>
  new StripeError(402, {
    type: 'card_error',
    code: declineCode === 'authentication_required' ? declineCode : 'card_declined',
    message,
  })

export const rateLimited = () =>
  new StripeError(429, {
    code: 'rate_limit',
    message: 'Too many requests. Please try again later.',
  })

export const serverError = () =>
  new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' })
