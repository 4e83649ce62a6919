import { endpoint } from '@doorman/contract/endpoint'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  ApiError,
  createCall,
  isUnreachable,
  NetworkError,
  nullWhenSignedOut,
  toUserMessage,
} from './call.ts'

const anything = z.object({ ok: z.optional(z.boolean()) })
const listThings = endpoint({
  method: 'GET',
  path: '/api/things',
  summary: '',
  input: z.object({ range: z.optional(z.string()), limit: z.optional(z.number()) }),
  reply: anything,
})
const actOnThing = endpoint({
  method: 'POST',
  path: '/api/things/:id/action',
  summary: '',
  input: z.object({ id: z.string(), action: z.string() }),
  reply: anything,
})
const removeThing = endpoint({
  method: 'DELETE',
  path: '/api/things/:id',
  summary: '',
  input: z.object({ id: z.string() }),
  reply: anything,
})

function answering(response: Response) {
  const sent: { path: string; init: RequestInit | undefined }[] = []
  const call = createCall(async (path, init) => {
    sent.push({ path, init })
    return response
  })
  return { call, sent }
}

test('the input of a GET becomes the query string, without undefined fields', async () => {
  const { call, sent } = answering(Response.json({ ok: true }))
  expect(await call(listThings, { range: '90days', limit: undefined })).toEqual({ ok: true })
  expect(sent[0]).toEqual({
    path: '/api/things?range=90days',
    init: { method: 'GET', credentials: 'include' },
  })
})

test('path parameters are encoded and the other fields become a JSON body', async () => {
  const { call, sent } = answering(Response.json({}))
  await call(actOnThing, { id: 'a/b', action: 'restore' })
  expect(sent[0]).toEqual({
    path: '/api/things/a%2Fb/action',
    init: {
      method: 'POST',
      credentials: 'include',
      body: '{"action":"restore"}',
      headers: { 'content-type': 'application/json' },
    },
  })
})

test('a call without a body sends no content type, and an empty reply reads as an empty object', async () => {
  const { call, sent } = answering(new Response(null, { status: 204 }))
  expect(await call(removeThing, { id: '1' })).toEqual({})
  expect(sent[0]?.init).toEqual({ method: 'DELETE', credentials: 'include' })
})

test.each([
  [
    '{"message":"No.","code":"invalid"}',
    'Bad Request',
    '422: {"message":"No.","code":"invalid"}',
    'No.',
  ],
  ['', 'Bad Gateway', '422: Bad Gateway', undefined],
  ['<html>', 'Bad Gateway', '422: <html>', undefined],
  ['{"message":{"a":1}}', '', '422: {"message":{"a":1}}', undefined],
  ['null', '', '422: null', undefined],
])(
  'an error with the body %j has the right message for logs and for the user',
  async (body, statusText, message, userMessage) => {
    const { call } = answering(new Response(body, { status: 422, statusText }))
    const error = await call(listThings, {}).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, message, userMessage })
  },
)

test.each([
  [403, '{"message":"No.","code":"plan-limit","upgradeRequired":true}', true],
  [403, '{"message":"No.","code":"forbidden"}', false],
  [422, '{"upgradeRequired":true}', false],
])('a %i with the body %s has isUpgradeRequired %j', async (status, body, isUpgradeRequired) => {
  const { call } = answering(new Response(body, { status }))
  const error = await call(listThings, {}).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ isUpgradeRequired })
})

test('nullWhenSignedOut returns null for a 401 and rethrows other errors', async () => {
  const signedOut = answering(new Response('', { status: 401 })).call
  const broken = answering(new Response('', { status: 500 })).call
  expect(await nullWhenSignedOut(signedOut(listThings, {}))).toBeNull()
  await expect(nullWhenSignedOut(broken(listThings, {}))).rejects.toThrow('500')
})

test('a call without an answer fails as a network error, and an aborted one as aborted', async () => {
  const failing = (error: unknown) => createCall(() => Promise.reject(error))
  const lost = failing(new TypeError('Failed to fetch'))
  await expect(lost(listThings, {})).rejects.toThrow(NetworkError)
  const cutOff = new ReadableStream({ pull: (stream) => stream.error(new TypeError('cut off')) })
  await expect(answering(new Response(cutOff)).call(listThings, {})).rejects.toThrow(NetworkError)
  const aborted = new DOMException('', 'AbortError')
  await expect(failing(aborted)(listThings, {})).rejects.toBe(aborted)
})

test.each([
  [new NetworkError('No answer'), true],
  [new ApiError(502, 'Bad Gateway', '<html>'), true],
  [new ApiError(503, '', '{"message":"Back soon.","code":"database-away"}'), false],
  [new ApiError(500, '', ''), false],
  [new TypeError('a bug'), false],
])('%s means that the server is unreachable: %j', (error, expected) => {
  expect(isUnreachable(error)).toBe(expected)
})

test('the user learns that the browser is offline only if it is', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const error = new NetworkError('No answer')
  vi.stubGlobal('navigator', { onLine: true })
  expect(toUserMessage(error)).toBeUndefined()
  vi.stubGlobal('navigator', { onLine: false })
  expect(toUserMessage(error)).toMatch(/offline/)
  expect(toUserMessage(new ApiError(422, '', '{"message":"No."}'))).toBe('No.')
})
