import { contactRules } from '@doorman/domain/site/contact'
import { EmailAddress } from '@doorman/domain/mail/email-address'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The browser's form checks the same rules. */
const ContactForm = z.object({
  name: toText(contactRules.name),
  email: EmailAddress,
  message: toText(contactRules.message),
})

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a message through the contact form',
  input: z.extend(ContactForm, {
    /** Honeypot: hidden from people, so only bots fill it in. */
    website: z.optional(z.string()),
  }),
  reply: z.object({}),
})

function toText({ min, max, tooShort, tooLong }: (typeof contactRules)['name' | 'message']) {
  return z
    .string()
    .check(z.trim(), z.minLength(min, { error: tooShort }), z.maxLength(max, { error: tooLong }))
}
