import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/call.ts'
import { checkLink } from './check-link.ts'

const opened = (query: string) => new Request(`https://doorman.example/restore${query}`)
const failing = (error: Error) => async () => {
  throw error
}

test('a valid link says what it is about', async () => {
  const asked: unknown[] = []
  const check = async (input: { token: string }) => {
    asked.push(input)
    return { subject: 'Hello' }
  }
  expect(await checkLink(opened('?token=a%2Bb'), check)).toEqual({
    token: 'a+b',
    about: { subject: 'Hello' },
  })
  expect(asked).toEqual([{ token: 'a+b' }])
})

test.each(['', '?token=', '?other=1'])(
  '%j is an incomplete link, and the server is not asked',
  async (query) => {
    const check = failing(new Error('was asked'))
    expect(await checkLink(opened(query), check)).toEqual({ fault: 'This link is incomplete.' })
  },
)

test.each([404, 409, 422])('a refusal with %i shows the server’s reason', async (status) => {
  const check = failing(new ApiError(status, '', '{"message":"It was used before."}'))
  expect(await checkLink(opened('?token=x'), check)).toEqual({ fault: 'It was used before.' })
})

test.each([429, 500, 503])('a %i does not make the link invalid', async (status) => {
  const check = failing(new ApiError(status, '', '{"message":"Later."}'))
  await expect(checkLink(opened('?token=x'), check)).rejects.toMatchObject({ init: { status } })
})

test('an unexpected error is not swallowed', async () => {
  await expect(checkLink(opened('?token=x'), failing(new TypeError('bug')))).rejects.toThrow('bug')
})
