import * as z from 'zod/mini'

export const slugMaxLength = 100
const pattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const notASlug = 'An address is lower-case words joined by hyphens'

export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && pattern.test(text)
}

/** The readable part of a URL: lower-case words joined by hyphens. */
export const Slug = z.string().check(z.maxLength(slugMaxLength), z.regex(pattern))
