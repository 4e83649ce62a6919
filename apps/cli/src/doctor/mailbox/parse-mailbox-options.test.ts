import { expect, test } from 'vitest'
import { UsageError } from '../../commands/usage-error.ts'
import { parseMailboxOptions } from './parse-mailbox-options.ts'

test('without a mailbox, doctor looks at the service', () => {
  expect(parseMailboxOptions([])).toBeNull()
  expect(parseMailboxOptions(['--json'])).toBeNull()
})

test('a mailbox is named by its address, and by its provider if need be', () => {
  const address = 'ann@own.test'
  expect(parseMailboxOptions(['--mailbox', address])).toEqual({
    address,
    provider: null,
    isJson: false,
  })
  expect(parseMailboxOptions(['--json', `--mailbox=${address}`, '--provider', 'gmail'])).toEqual({
    address,
    provider: 'gmail',
    isJson: true,
  })
})

test.each([
  [['--mailbox'], /argument/],
  [['--mailbox', 'ann'], 'takes an email address'],
  [['--mailbox', ''], 'takes an email address'],
  [['--mailbox', 'ann@own.test', 'bob@own.test'], 'Unexpected argument'],
  [['--mailbox', 'ann@own.test', '--provider', 'yahoo'], 'gmail or microsoft'],
  [['--provider', 'gmail'], 'goes with --mailbox'],
  [['--mailbox', 'ann@own.test', '--fast'], /fast/],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseMailboxOptions(args)).toThrow(UsageError)
  expect(() => parseMailboxOptions(args)).toThrow(sentence)
})
