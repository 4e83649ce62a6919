import nodemailer from 'nodemailer'
import { toRelayUrl } from './relay-url.ts'

/**
 * Connects to the relay and signs in without sending an email. Returns `null`, or an error code
 * such as EAUTH, which contains no secret.
 */
export async function findRelayProblem(url: string, timeoutMs: number): Promise<string | null> {
  const transport = nodemailer.createTransport({
    url: toRelayUrl(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return toCode(error)
  } finally {
    transport.close()
  }
}

/** The code of the system, such as ECONNREFUSED, says more than nodemailer's ESOCKET. */
function toCode(error: unknown): string {
  const { originalCode, code } = { originalCode: null, code: null, ...Object(error) }
  return String(originalCode ?? code ?? 'unknown')
}
