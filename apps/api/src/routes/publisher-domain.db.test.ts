import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const url = '/.well-known/microsoft-identity-association.json'

test('the publisher-domain file names our app registration with the exact content type', async () => {
  const { app } = await openFakeApp({ microsoftClientId: 'our-app' })
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.json()).toEqual({ associatedApplications: [{ applicationId: 'our-app' }] })
})

test('without a registration the file does not exist', async () => {
  const { request } = await openFakeApp({ microsoftClientId: null })
  expect((await request('GET', url)).body).toEqual({ text: `page ${url}` })
})
