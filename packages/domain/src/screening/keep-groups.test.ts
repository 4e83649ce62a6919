import { expect, test } from 'vitest'
import { keepGroupNames, reasonsOf, toKeepGroup } from './keep-groups.ts'
import { keepRules } from './keep-rules.ts'

test('every keep reason is in exactly one group, and every group has reasons', () => {
  const grouped = keepGroupNames.flatMap(reasonsOf)
  expect(grouped.toSorted()).toEqual(keepRules.map(({ reason }) => reason).toSorted())
  for (const group of keepGroupNames)
    for (const reason of reasonsOf(group)) expect(toKeepGroup(reason)).toBe(group)
  expect(keepGroupNames.filter((group) => reasonsOf(group).length === 0)).toEqual([])
})

test.each([
  ['known-contact', 'people'],
  ['known-organisation', 'people'],
  ['contact-form', 'unsure'],
  ['mailing-list', 'newsletters'],
  ['whitelisted', 'rules'],
  ['unsure', 'unsure'],
  ['not-cold', 'not-cold'],
  ['gone', 'other'],
  ['a reason of another version', 'other'],
  ['toString', 'other'],
])('%s is in the group %s', (reason, group) => {
  expect(toKeepGroup(reason)).toBe(group)
})
