import nodemailer from 'nodemailer'

/**
 * Greets the relay and signs in, as before a mail, and sends none. Gives the
 * code of what went wrong, which holds nothing that anybody said, or `null`.
 */
export async function findRelayProblem(url: string, patienceMs: number): Promise<string | null> {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
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

/** What the system said, such as ECONNREFUSED, tells more than that a socket failed. */
function toCode(error: unknown): string {
  const { originalCode, code } = { originalCode: null, code: null, ...Object(error) }
  return String(originalCode ?? code ?? 'unknown')
}
