import { contactRules } from '@doorman/domain/contact'
import { EmailAddress } from '@doorman/domain/email-address'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What somebody types into the contact form. The form itself checks it by the same rules. */
const ContactForm = z.object({
  name: toText(contactRules.name),
  email: EmailAddress,
  message: toText(contactRules.message),
})

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to the people behind the product',
  input: z.extend(ContactForm, {
    /** A field that people do not see. Whoever fills it in is a program. */
    website: z.optional(z.string()),
  }),
  reply: z.object({}),
})

function toText({ least, most, tooShort, tooLong }: (typeof contactRules)['name' | 'message']) {
  return z
    .string()
    .check(z.trim(), z.minLength(least, { error: tooShort }), z.maxLength(most, { error: tooLong }))
}
