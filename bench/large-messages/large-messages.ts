import { compose } from '@doorman/simulators/world/message/compose'

const megabyte = 1024 * 1024
const prose = 'We help teams like yours to save time and money, could we talk for ten minutes?\r\n'

export const smallMessage = 'an ordinary message'

const texts: readonly (readonly [name: string, contentType: string, text: string])[] = [
  [smallMessage, 'text/plain', fill(prose, 2_000)],
  ['700 KB of plain text', 'text/plain', fill(prose, 0.7 * megabyte)],
  ['700 KB of HTML', 'text/html', fill(`<p>${prose}</p>`, 0.7 * megabyte)],
  ['18 MB of plain text', 'text/plain', fill(prose, 18 * megabyte)],
  ['18 MB of HTML', 'text/html', fill(`<p>${prose}</p>`, 18 * megabyte)],
]

export function listLargeMessages(): (readonly [name: string, raw: Uint8Array])[] {
  return texts.map(([name, type, text]) => [
    name,
    compose({
      from: 'Pat <pat@vendor.test>',
      to: 'ann@own.test',
      subject: name,
      text,
      contentType: `${type}; charset=utf-8`,
      date: new Date(),
      rfcMessageId: `<${name.replaceAll(' ', '-')}@vendor.test>`,
    }),
  ])
}

function fill(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)
}
