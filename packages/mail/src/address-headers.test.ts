import { expect, test } from 'vitest'
import { findOnlyAddress, listNamedAddresses } from './address-headers.ts'

test.each([
  ['pat@vendor.test', '', 'pat@vendor.test'],
  ['Pat <pat@vendor.test>', 'Pat', 'pat@vendor.test'],
  ['PAT@Vendor.TEST', '', 'pat@vendor.test'],
  ['<pat@vendor.test> Pat', 'Pat', 'pat@vendor.test'],
  ['pat@vendor.test (Pat)', 'Pat', 'pat@vendor.test'],
  ['"Pat, Inc." <pat@vendor.test>', 'Pat, Inc.', 'pat@vendor.test'],
  ['"Pat \\"The Rep\\" Doe" <pat@vendor.test>', 'Pat "The Rep" Doe', 'pat@vendor.test'],
  ['pat+news@vendor.test', '', 'pat+news@vendor.test'],
  ['p.a.t@vendor.test', '', 'p.a.t@vendor.test'],
  ["o'neil/x=y@vendor.test", '', "o'neil/x=y@vendor.test"],
  ['"ann@example.com" <pat@vendor.test>', 'ann@example.com', 'pat@vendor.test'],
  ['ann@example.com <pat@vendor.test>', 'ann@example.com', 'pat@vendor.test'],
  ['=?utf-8?Q?ann=40example.com?= <pat@vendor.test>', 'ann@example.com', 'pat@vendor.test'],
  ['=?utf-8?B?UMOkdA==?= <pat@vendor.test>', 'Pät', 'pat@vendor.test'],
  ['Pat\u202e\u200b\0 <pat@vendor.test>', 'Pat', 'pat@vendor.test'],
  ['pat@bücher.test', '', 'pat@xn--bcher-kva.test'],
  ['pat@XN--BCHER-KVA.test', '', 'pat@xn--bcher-kva.test'],
  ['ann@exаmple.com', '', 'ann@xn--exmple-4nf.com'],
  ['jürgen@vendor.test', '', 'jürgen@vendor.test'],
])('%j names one sender', (header, name, address) => {
  expect(findOnlyAddress([header])).toEqual({ name, address })
})

test.each([
  '',
  'Pat',
  '<>',
  '@vendor.test',
  'pat@',
  'pat@vendor..test',
  'pat @ vendor.test',
  'pat@vendor.test>',
  'pat@vendor.test, ann@example.com',
  'pat@vendor.test; ann@example.com',
  'pat@vendor.test ann@example.com',
  '<ann@example.com> <pat@vendor.test>',
  'Team: pat@vendor.test;',
  'A: B: pat@vendor.test;;',
  'undisclosed-recipients:;',
  '"ann@example.com"@vendor.test',
  'ann@example.com@vendor.test',
  '"Pat <pat@vendor.test>',
  'pat@[127.0.0.1]',
  'pat@ｅxample.com',
  'pat@exam\u00adple.com',
  'pat@exam\u200bple.com',
  'pat@ex%61mple.com',
  'pat@example.com/x',
  `${'p'.repeat(250)}@vendor.test`,
])('%j names no sender', (header) => {
  expect(findOnlyAddress([header])).toBeNull()
})

test('two From headers name no sender', () => {
  expect(findOnlyAddress(['pat@vendor.test', 'pat@vendor.test'])).toBeNull()
})

test('lists every entry that has an address', () => {
  expect(
    listNamedAddresses(['Ann <ann@example.com>, nobody, Team: bob@example.com;', 'cyd@x.test']),
  ).toEqual([
    { name: 'Ann', address: 'ann@example.com' },
    { name: '', address: 'bob@example.com' },
    { name: '', address: 'cyd@x.test' },
  ])
})
