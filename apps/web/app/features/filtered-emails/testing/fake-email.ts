import { FilteredEmail } from '@doorman/contract/filtered-emails'

/** A filtered email whose id and subject contain `number`. */
export function anEmail(number: number, changes: Partial<FilteredEmail> = {}): FilteredEmail {
  return FilteredEmail.parse({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    provider: 'gmail',
    gmailAccountId: '00000000-0000-4000-8000-000000000001',
    microsoftAccountId: null,
    messageId: `m${number}`,
    from: 'Pat <pat@vendor.example>',
    subject: `Quick question ${number}`,
    snippet: '',
    receivedAt: '2026-11-15T09:00:00.000Z',
    classificationScore: 0.98,
    category: 'sales',
    reasoning: 'It looks like a sales pitch.',
    detectedSignals: ['Asks for a call or a meeting'],
    redactionStats: {
      emails: 0,
      phones: 0,
      urls: 0,
      creditCards: 0,
      ssns: 0,
      amounts: 0,
      ipAddresses: 0,
      accountNumbers: 0,
    },
    isObserved: false,
    hasReplyBounced: false,
    isGone: false,
    ...changes,
  })
}
