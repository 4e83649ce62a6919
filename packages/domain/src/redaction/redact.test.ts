import { expect, test } from 'vitest'
import { redact } from './redact.ts'

const message = `Hi Ann,
my card is 4111 1111 1111 1111 and my SSN 123-45-6789, IBAN DE89 3704 0044 0532 0130 00.
Call +49 30 1234567 or write to bob@example.com, see https://example.com/x.
The server 192.0.2.44 costs $1,200 a month.
Bob`

test('every kind of personal data is masked by the name of its kind and counted once', () => {
  expect(redact(message, 'full')).toEqual({
    text: `Hi Ann,
my card is [card] and my SSN [ssn], IBAN [account].
Call [phone] or write to [email], see [url].
The server [ip] costs [amount] a month.
Bob`,
    counts: {
      emails: 1,
      phones: 1,
      urls: 1,
      creditCards: 1,
      ssns: 1,
      amounts: 1,
      ipAddresses: 1,
      accountNumbers: 1,
    },
  })
})

test('the basic level masks cards, social security and account numbers only', () => {
  expect(redact(message, 'basic')).toEqual({
    text: `Hi Ann,
my card is [card] and my SSN [ssn], IBAN [account].
Call +49 30 1234567 or write to bob@example.com, see https://example.com/x.
The server 192.0.2.44 costs $1,200 a month.
Bob`,
    counts: { creditCards: 1, ssns: 1, accountNumbers: 1 },
  })
})

test.each(['basic', 'full'] as const)('a second pass at level %s finds nothing', (level) => {
  const { text } = redact(message, level)
  expect(redact(text, level)).toEqual({ text, counts: {} })
})

test('a mask that the sender typed is left alone and not counted', () => {
  const text = 'Write to [email], call [phone], pay [amount].'
  expect(redact(text, 'full')).toEqual({ text, counts: {} })
})

test('an empty text stays empty', () => {
  expect(redact('', 'full')).toEqual({ text: '', counts: {} })
})

test('after a step masks something, the earlier steps search again', () => {
  const { text } = redact('x.example/version 192.0.2.44', 'full')
  expect(text).toBe('[url] [ip]')
})
