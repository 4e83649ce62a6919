import { expect, test } from 'vitest'
import { redact, type RedactionCounts } from '../redact.ts'

const card = { creditCards: 1 }
const ssn = { ssns: 1 }
const account = { accountNumbers: 1 }
const none = {}

const cases: readonly (readonly [string, string, RedactionCounts])[] = [
  ['Card 4111 1111 1111 1111 exp 12/27', 'Card [card] exp 12/27', card],
  ['4111-1111-1111-1111', '[card]', card],
  ['4111111111111111', '[card]', card],
  ['4111.1111.1111.1111', '[card]', card],
  ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '[card]', card],
  ['Amex 3782 822463 10005', 'Amex [card]', card],
  ['5555555555554444 or 2223003122003222', '[card] or [card]', { creditCards: 2 }],
  ['6011111111111117', '[card]', card],
  ['3530111333300000', '[card]', card],
  ['30569309025904', '[card]', card],
  ['4222222222222', '[card]', card],
  ['6759649826438453', '[card]', card],
  ['４１１１　１１１１　１１１１　１１１１', '[card]', card],
  ['4111\u00A01111\u00A01111\u00A01111', '[card]', card],
  ['4111\u20111111\u20111111\u20111111', '[card]', card],
  ['41\u200B11111111\u200D111111', '[card]', card],
  ['4111111111111111\u200B5', '[card]\u200B5', card],
  ['4111 1111\n1111 1111', '[card]', card],
  ['٤١١١١١١١١١١١١١١١', '[card]', card],
  ['𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏', '[card]', card],
  ['cardno4111111111111111', 'cardno[card]', card],
  ['4111 1111 1111 1112', '4111 1111 1111 1112', none],
  ['Order 1234567890123456', 'Order 1234567890123456', none],
  ['sda 2666861 242260046 1982460610', 'sda 2666861 242260046 1982460610', none],
  ['0.4111111111111111', '0.4111111111111111', none],
  ['ISBN 978-3-16-148410-0', 'ISBN 978-3-16-148410-0', none],
  ['2021 2022 2023 2024 2025', '2021 2022 2023 2024 2025', none],
  ['SSN 123-45-6789', 'SSN [ssn]', ssn],
  ['123-45-6789', '[ssn]', ssn],
  ['123 45 6789', '[ssn]', ssn],
  ['123\u201345\u20136789', '[ssn]', ssn],
  ['SSN: 123456789', 'SSN: [ssn]', ssn],
  ['social security number is 123456789.', 'social security number is [ssn].', ssn],
  ['Social Security No. 123.45.6789', 'Social Security No. [ssn]', ssn],
  ['000-12-3456', '000-12-3456', none],
  ['666-12-3456', '666-12-3456', none],
  ['912-34-5678', '912-34-5678', none],
  ['123-00-6789 and 123-45-0000', '123-00-6789 and 123-45-0000', none],
  ['number 123456789', 'number 123456789', none],
  ['part 1-123-45-6789-0', 'part 1-123-45-6789-0', none],
  ['IBAN DE89 3704 0044 0532 0130 00', 'IBAN [account]', account],
  ['DE89370400440532013000', '[account]', account],
  ['de89 3704 0044 0532 0130 00', '[account]', account],
  ['IBANGB29NWBK60161331926819', 'IBAN[account]', account],
  ['FR14 2004 1010 0505 0001 3M02 606', '[account]', account],
  ['NL91 ABNA 0417 1643 00', '[account]', account],
  ['ES91 2100 0418 4502 0005 1332', '[account]', account],
  ['IT60 X054 2811 1010 0000 0123 456', '[account]', account],
  ['PT50 0002 0123 1234 5678 9015 4', '[account]', account],
  ['BR18 0036 0305 0000 1000 9795 493C 1', '[account]', account],
  ['DE89\u00A03704\u00A00044\u00A00532\u00A00130\u00A000', '[account]', account],
  ['IBAN: DE00 3704 0044 0532 0130 00', 'IBAN: [account]', account],
  ['BIC DEUTDEFF500', 'BIC [account]', account],
  ['SWIFT/BIC: COBADEFFXXX', 'SWIFT/BIC: [account]', account],
  ['Account no. 12345678', 'Account no. [account]', account],
  ['account number: 1234 5678 90', 'account number: [account]', account],
  ['Acct #00123456', 'Acct #[account]', account],
  ['Sort code 12-34-56', 'Sort code [account]', account],
  ['Routing number 021000021', 'Routing number [account]', account],
  ['Konto 1234567890', 'Konto [account]', account],
  [
    'Kontonummer: 532013000, BLZ 370 400 44',
    'Kontonummer: [account], BLZ [account]',
    { accountNumbers: 2 },
  ],
  ['Kto.-Nr. 532013000', 'Kto.-Nr. [account]', account],
  ['numéro de compte 00050001302', 'numéro de compte [account]', account],
  ['cuenta nº 0200051332', 'cuenta nº [account]', account],
  ['conta corrente 12345678-9', 'conta corrente [account]', account],
  ['conto n. 000000123456', 'conto n. [account]', account],
  ['rekeningnummer 417164300', 'rekeningnummer [account]', account],
  ['Account number:\n12345678', 'Account number:\n[account]', account],
  ['AB12 CDEF is a code', 'AB12 CDEF is a code', none],
  ['your account in 2024', 'your account in 2024', none],
  ['Our account 2019-2024 review', 'Our account 2019-2024 review', none],
  ['account ending in 4242', 'account ending in 4242', none],
  ['Notre compte 10 000 abonnés', 'Notre compte 10 000 abonnés', none],
  ['cuenta con 50.000 clientes', 'cuenta con 50.000 clientes', none],
  ['A swift ANSWER helps', 'A swift ANSWER helps', none],
  ['Konto: seit 12.05.2024', 'Konto: seit 12.05.2024', none],
]

test.each(cases)(
  'in %j cards, social security and account numbers are masked',
  (text, masked, counts) => {
    expect(redact(text, 'full')).toEqual({ text: masked, counts })
  },
)

test.each(cases)('in %j the basic level masks the same numbers', (text, masked, counts) => {
  expect(redact(text, 'basic')).toEqual({ text: masked, counts })
})

test('at the basic level an amount or a phone number is not an account number', () => {
  const text = 'Account: 10.000 EUR. Account: +49 30 1234567'
  expect(redact(text, 'basic')).toEqual({ text, counts: {} })
})
