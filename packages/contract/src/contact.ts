import { contactMessageMinLength, contactNameMinLength } from '@doorman/domain/contact'
import { EmailAddress } from '@doorman/domain/email-address'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const nameTooShort = { error: `Name must be at least ${contactNameMinLength} characters` }
const messageTooShort = { error: `Message must be at least ${contactMessageMinLength} characters` }
const tooLong = { error: 'That is longer than we can take.' }

/** What somebody types into the contact form. The form checks it by this, and so does the server. */
export const ContactForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(contactNameMinLength, nameTooShort), z.maxLength(200, tooLong)),
  email: EmailAddress,
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(contactMessageMinLength, messageTooShort),
      z.maxLength(5_000, tooLong),
    ),
})
export type ContactForm = z.infer<typeof ContactForm>

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
