import { expect, test } from 'vitest'
import { listMimeParts } from './mime-parts.ts'

function listTypes(mail: string): string[] {
  return [...listMimeParts(Buffer.from(mail))].map(({ type }) => type)
}

test('parts come in order, each multipart before its own', () => {
  const mail = [
    'Content-Type: multipart/mixed; boundary="a"\n\npreamble\n--a',
    'Content-Type: MULTIPART/Alternative;\n\tboundary=b\n\n--b',
    'Content-Type: Text/HTML; charset=utf-8\n\n<p>\n--b--\nnobody\n--a  ',
    '\nwords\n--a--\nepilogue\n--a',
  ].join('\n')
  expect(listTypes(mail)).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/html',
    'text/plain',
  ])
})

test('a boundary that begins like another is another', () => {
  const mail = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n\none\n--ab\ntwo\n--a--'
  const [, part] = [...listMimeParts(Buffer.from(mail))]
  expect(part?.body.toString()).toBe('one\n--ab\ntwo\n')
})

test('F39: whatever is in a mail, looking for its parts ends', () => {
  const head = 'Content-Type: multipart/mixed; boundary=a\n\n'
  expect(listTypes(`${head}${'--a\n\n'.repeat(100_000)}`).length).toBeLessThan(20_000)
})
