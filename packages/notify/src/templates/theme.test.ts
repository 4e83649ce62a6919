import { expect, test } from 'vitest'
import { dark, light } from './theme.ts'

test.each([
  ['light', light],
  ['dark', dark],
])('text is readable in the %s theme', (_name, { ink, quiet, mint, card, page, onMint }) => {
  const pairs = [ink, quiet, mint].flatMap((text) => [
    [text, card],
    [text, page],
  ])
  for (const [text = '', background = ''] of [...pairs, [onMint, mint]])
    expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThan(4.5)
})

/** The contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
