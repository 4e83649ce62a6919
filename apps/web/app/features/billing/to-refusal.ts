import { ApiError } from '../../lib/api/call.ts'

/** The server's reason for refusing a request. `undefined` for outages, which have no useful one. */
export function toRefusal(error: unknown): string | undefined {
  return error instanceof ApiError && error.status < 500 ? error.userMessage : undefined
}
