import { cleanLine } from '@doorman/domain/mail/clean-line'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { MailError } from '../mail-error.ts'
import type { GmailApi } from './api/gmail-api.ts'
import { gmail } from './api/gmail-requests.ts'
import type { SendAs } from './api/gmail-types.ts'

const maxNameChars = 200

export type Sender = { readonly name: string; readonly address: string }

export async function listOwnAddresses(api: GmailApi): Promise<readonly string[]> {
  return (await listSenders(api)).map(({ address }) => address)
}

/** Fails as `refused` if the user may not send from this address. */
export async function loadSender(api: GmailApi, from: string): Promise<Sender> {
  const sender = (await listSenders(api)).find(({ address }) => address === normaliseAddress(from))
  if (!sender) throw new MailError('refused', 'not a sender of this mailbox')
  return sender
}

/**
 * The addresses that the user may send from. The primary address has no verification status and
 * needs none. Gmail uses its name for aliases without a name.
 * https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.sendAs
 */
async function listSenders(api: GmailApi): Promise<readonly Sender[]> {
  const { sendAs = [] } = await api.read(gmail.listSendAs())
  const primary = sendAs.find(({ isPrimary }) => isPrimary)
  return sendAs
    .filter(({ verificationStatus }) => (verificationStatus ?? 'accepted') === 'accepted')
    .flatMap((entry) => toSender(entry, primary) ?? [])
}

function toSender(
  { sendAsEmail, displayName }: SendAs,
  primary: SendAs | undefined,
): Sender | null {
  if (!sendAsEmail) return null
  const name = displayName || primary?.displayName || ''
  return { name: cleanLine(name, maxNameChars), address: normaliseAddress(sendAsEmail) }
}
