import * as z from 'zod/mini'

export const slugMaxLength = 100

/** Part of an address that people read: lower-case words joined by hyphens. */
export const Slug = z
  .string()
  .check(z.maxLength(slugMaxLength), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/))
