import { expect, test } from 'vitest'
import { listMimeParts } from './mime-parts.ts'

function listTypes(raw: string): string[] {
  return [...listMimeParts(Buffer.from(raw))].map(({ type }) => type)
}

test('lists parts in order, each multipart before its own parts', () => {
  const raw = [
    'Content-Type: multipart/mixed; boundary="a"\n\npreamble\n--a',
    'Content-Type: MULTIPART/Alternative;\n\tboundary=b\n\n--b',
    'Content-Type: Text/HTML; charset=utf-8\n\n<p>\n--b--\nnobody\n--a  ',
    '\nwords\n--a--\nepilogue\n--a',
  ].join('\n')
  expect(listTypes(raw)).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/html',
    'text/plain',
  ])
})

test('a boundary that starts with another boundary is a different one', () => {
  const raw = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n\none\n--ab\ntwo\n--a--'
  const [, part] = [...listMimeParts(Buffer.from(raw))]
  expect(part?.body.toString()).toBe('one\n--ab\ntwo\n')
})

test('limits the number of parts', () => {
  const head = 'Content-Type: multipart/mixed; boundary=a\n\n'
  expect(listTypes(`${head}${'--a\n\n'.repeat(100_000)}`).length).toBeLessThan(20_000)
})
