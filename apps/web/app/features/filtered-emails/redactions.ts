import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { formatCountOf } from '../../lib/format.ts'

const words: Readonly<Record<keyof FilteredEmail['redactionStats'], readonly [string, string]>> = {
  emails: ['email address', 'email addresses'],
  phones: ['phone number', 'phone numbers'],
  urls: ['link', 'links'],
  creditCards: ['credit card', 'credit cards'],
  ssns: ['social security number', 'social security numbers'],
  amounts: ['amount', 'amounts'],
  ipAddresses: ['IP address', 'IP addresses'],
  accountNumbers: ['account number', 'account numbers'],
}

/** What was redacted before the email was analysed, such as '2 links'. Leaves out kinds that did not occur. */
export function describeRedactions(stats: FilteredEmail['redactionStats']): string[] {
  // Safe: `words` has exactly the kinds of the contract.
  const kinds = Object.keys(words) as (keyof typeof words)[]
  return kinds
    .filter((kind) => stats[kind] > 0)
    .map((kind) => formatCountOf(stats[kind], ...words[kind]))
}
