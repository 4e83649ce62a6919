import { expect, test } from 'vitest'
import { isSameOrganisation, toOrganisation, toOrganisationDomain } from './organisation.ts'

test.each([
  ['pat@vendor.com', 'vendor.com'],
  ['pat@mail.vendor.co.uk', 'vendor.co.uk'],
  ['Pat.Lee+news@gmail.com', 'patlee@gmail.com'],
])('smart responses to %s count for %s', (address, organisation) => {
  expect(toOrganisation(address)).toBe(organisation)
})

test.each([
  ['ann@company.com', true],
  ['boss@COMPANY.com', true],
  ['boss@mail.company.com', true],
  ['boss@company.com.attacker.com', false],
  ['boss@notcompany.com', false],
  ['boss@company.de', false],
  ['boss', false],
])('%s is at the organisation of ann@company.com: %s', (address, isSame) => {
  expect(isSameOrganisation(address, ['ann@else.com', 'ann@company.com'])).toBe(isSame)
})

test.each(['pat@gmail.com', 'ann@gmail.com', 'pat@outlook.com', 'pat@GMX.de'])(
  '%s is at no organisation, although the user has an address at the same provider',
  (address) => {
    const own = ['ann@gmail.com', 'ann@outlook.com', 'ann@gmx.de']
    expect(isSameOrganisation(address, own)).toBe(false)
    expect(toOrganisationDomain(address)).toBe(null)
  },
)
