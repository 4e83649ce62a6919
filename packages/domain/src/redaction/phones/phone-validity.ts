import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/**
 * A check costs 15 µs, and 100 µs before the code is compiled, so a long list of numbers is not
 * checked in full.
 */
const maxChecks = 200

/**
 * Checks the numbers of one text. Beyond `maxChecks` every number is valid: masking too much beats
 * too little.
 */
export type PhoneValidity = {
  readonly isValid: (number: string, country?: CountryCode) => boolean
}

export function createPhoneValidity(): PhoneValidity {
  let checks = 0
  const parse = (number: string, country?: CountryCode) =>
    parsePhoneNumberFromString(
      number,
      country ? { defaultCountry: country, extract: false } : { extract: false },
    )
  return {
    isValid: (number, country) =>
      ++checks > maxChecks || (parse(number, country)?.isValid() ?? false),
  }
}
