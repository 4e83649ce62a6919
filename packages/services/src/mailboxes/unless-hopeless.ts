import { MailError } from '@doorman/mail/mail-error'

/** Trouble that may pass is left to the job's next try; where it will not, there is nothing to be done. */
export async function unlessHopeless(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof MailError) || mayPass(error)) throw error
  }
}

function mayPass({ failure }: MailError): boolean {
  return failure === 'unavailable' || failure === 'rate-limited'
}
