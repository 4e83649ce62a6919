import { expect, test } from 'vitest'
import { createHostRedirect } from './host-redirect.ts'

const url = '/accounts?connected=1'
const headers = {}

test.each([
  ['http://localhost:3000', '127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'localhost:3000'],
  ['http://localhost:3000', '[::1]:3000'],
  ['http://localhost', '127.0.0.1'],
])('at %s a request for %s is redirected', (publicUrl, host) => {
  expect(createHostRedirect(publicUrl)({ host, url, headers })?.url).toBe(`${publicUrl}${url}`)
})

test.each([
  ['the host itself', 'http://localhost:3000', 'localhost:3000'],
  ['the host in capitals', 'http://localhost:3000', 'LOCALHOST:3000'],
  ['the default port', 'https://doorman.example', 'doorman.example:443'],
  ['another port of this machine', 'http://localhost:3000', '127.0.0.1:4000'],
  ['this machine, behind a proxy', 'https://doorman.example', '127.0.0.1:3000'],
  ['another machine, from which localhost cannot be reached', 'http://localhost:3000', 'nas:3000'],
  ['no host', 'http://localhost:3000', ''],
  ['nonsense', 'http://localhost:3000', 'a b\r\nc'],
])('%s is not redirected', (_case, publicUrl, host) => {
  expect(createHostRedirect(publicUrl)({ host, url, headers })).toBeNull()
})

test('a foreign name is redirected once, so that a proxy that hides the name causes no loop', () => {
  const find = createHostRedirect('https://doorman.example')
  const request = { host: 'web:3000', url }
  const redirect = find({ ...request, headers })
  expect(redirect?.url).toBe(`https://doorman.example${url}`)
  const cookie = redirect?.cookie.split(';')[0]
  expect(find({ ...request, headers: { cookie } })).toBeNull()
})

test.each(['10.0.0.7:3000', '[fd00::7]:3000', '127.0.0.1:3000', 'localhost:3000'])(
  'a health check of a page at %s is answered',
  (host) => {
    const find = createHostRedirect('https://doorman.example')
    expect(find({ host, url: '/', headers })).toBeNull()
  },
)

test('a redirect leads to the public host only, whatever the path says', () => {
  const find = createHostRedirect('http://localhost:3000')
  for (const path of ['//evil.test/', '/@evil.test', '/\\evil.test'])
    expect(new URL(find({ host: '127.0.0.1:3000', url: path, headers })?.url ?? '').host).toBe(
      'localhost:3000',
    )
})
