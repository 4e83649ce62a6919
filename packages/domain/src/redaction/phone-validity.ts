import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/** Asking costs 15 microseconds, and a hundred before the code is warm, so a text that is one long list of numbers must not be asked about in full. */
const mostQuestions = 200

/** Answers for one text. Once it has been asked too often it says yes: too much is masked rather than too little. */
export type PhoneValidity = {
  readonly isValid: (number: string, country?: CountryCode) => boolean
}

export function createPhoneValidity(): PhoneValidity {
  let questions = 0
  const ask = (number: string, country?: CountryCode) =>
    parsePhoneNumberFromString(
      number,
      country ? { defaultCountry: country, extract: false } : { extract: false },
    )
  return {
    isValid: (number, country) =>
      ++questions > mostQuestions || (ask(number, country)?.isValid() ?? false),
  }
}
