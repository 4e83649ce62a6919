import pino, { type Logger } from 'pino'
import { findRequestId } from './request-id.ts'

export type { Logger } from 'pino'

/**
 * Fields that are logged. All others are dropped, so that an address, a subject or a body cannot
 * get into a log by accident.
 */
const allowedFields = new Set([
  'code',
  'durationMs',
  'err',
  'event',
  'jobId',
  'jobName',
  'method',
  'provider',
  'reqId',
  'retryAfterMs',
  'route',
  'status',
  'userId',
])

/**
 * Logs fields only. Message texts are dropped: they could contain private data. Lines that are
 * written on behalf of a request name it.
 */
export function createLogger(
  level: string,
  destination: pino.DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod([first], method) {
          const fields: unknown = first
          const reqId = findRequestId()
          const request = reqId === undefined ? {} : { reqId }
          if (fields instanceof Error)
            method.apply(this, [{ ...request, err: toLoggedError(fields) }])
          else if (typeof fields === 'object' && fields !== null)
            method.apply(this, [{ ...request, ...pickAllowed(fields) }])
        },
      },
    },
    destination,
  )
  const makeChild: (this: Logger, fields: object, options?: pino.ChildLoggerOptions) => Logger =
    logger.child
  return Object.assign(logger, {
    child(this: Logger, bindings: object, options?: pino.ChildLoggerOptions): Logger {
      return makeChild.call(this, pickAllowed(bindings), options ?? {})
    },
  })
}

/** Runs for every line, so it avoids the arrays that filter and fromEntries would make. */
function pickAllowed(fields: object): object {
  const picked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields))
    if (allowedFields.has(name)) picked[name] = name === 'err' ? toLoggedError(value) : value
  return picked
}

type LoggedError = {
  readonly type: string
  readonly code?: string
  readonly constraint?: string
  readonly stack: readonly string[]
  readonly cause?: LoggedError
}

/**
 * The type and the stack of an error, without its message: parsers, drivers and the database quote
 * the data that caused the error.
 */
function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, stack: [] }
  return {
    type: error.name,
    ...('code' in error && { code: String(error.code) }),
    ...('constraint' in error && { constraint: String(error.constraint) }),
    stack: listFrames(error),
    ...(error.cause !== undefined && { cause: toLoggedError(error.cause) }),
  }
}

/** The stack starts with the message, which may contain lines that look like frames. */
function listFrames({ message, stack = '' }: Error): string[] {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
}
