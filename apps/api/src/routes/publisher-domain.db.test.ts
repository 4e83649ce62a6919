import { expect, test } from 'vitest'
import { openFakeApp } from '../fake-app.ts'

const url = '/.well-known/microsoft-identity-association.json'

test('Microsoft finds our app registration at our domain, in the type it insists on', async () => {
  const { app } = await openFakeApp({ microsoftClientId: 'our-app' })
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.json()).toEqual({ associatedApplications: [{ applicationId: 'our-app' }] })
})

test('without a registration there is no such file', async () => {
  const { ask } = await openFakeApp({ microsoftClientId: null })
  expect((await ask('GET', url)).body).toEqual({ text: `page ${url}` })
})
