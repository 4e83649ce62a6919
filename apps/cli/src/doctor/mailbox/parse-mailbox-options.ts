import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { parseOptions } from '../../commands/parse-options.ts'
import { UsageError } from '../../commands/usage-error.ts'

export type MailboxOptions = {
  readonly address: string
  /** `null`: whichever provider has the address. */
  readonly provider: MailProvider | null
  readonly isJson: boolean
}

/** `null` if doctor is to look at the service and not at a mailbox. */
export function parseMailboxOptions(args: string[]): MailboxOptions | null {
  if (!args.some((arg) => /^--(?:mailbox|provider)\b/.test(arg))) return null
  const { values, positionals } = parseOptions(args, {
    json: { type: 'boolean', default: false },
    mailbox: { type: 'string' },
    provider: { type: 'string' },
  })
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals[0]}`)
  const { mailbox: address, json: isJson } = values
  if (address === undefined) throw new UsageError('--provider goes with --mailbox.')
  if (!/^\S+@\S+$/.test(address)) throw new UsageError('--mailbox takes an email address.')
  return { address, provider: parseProvider(values.provider), isJson }
}

function parseProvider(provider: string | undefined): MailProvider | null {
  if (provider === undefined) return null
  const known = mailProviders.find((one) => one === provider)
  if (!known) throw new UsageError('--provider takes gmail or microsoft.')
  return known
}
