import * as z from 'zod/mini'

export const slugMaxLength = 100
const pattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const notASlug = 'An address is lower-case words joined by hyphens'

export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && pattern.test(text)
}

/** An address made of a title: `What’s new in März?` becomes `whats-new-in-marz`. */
export function toSlug(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '')
    .match(/[a-z0-9]+/g)
  return (words ?? []).reduce((slug, word) => {
    const longer = slug === '' ? word : `${slug}-${word}`
    return longer.length <= slugMaxLength ? longer : slug
  }, '')
}

/** The readable part of a URL: lower-case words joined by hyphens. */
export const Slug = z.string().check(z.maxLength(slugMaxLength), z.regex(pattern))
