import { fakeArticle, fakeLibrary } from '@doorman/services/testing/fake-library'
import { importArticles } from '@doorman/services/blog/import-articles'
import { setAdmin } from '@doorman/services/users/set-admin'
import { beforeAll, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx } = await openFakeApp()
const password = 'correct horse battery'
const library = fakeLibrary([fakeArticle({ slug: 'example' })])
let admin: string | undefined
let user: string | undefined

beforeAll(async () => {
  await importArticles(ctx, library)
  const boss = { email: 'boss@example.com', password }
  await request('POST', '/api/auth/register', { body: boss })
  await setAdmin(ctx, { email: boss.email, isAdmin: true })
  admin = (await request('POST', '/api/auth/login', { body: boss })).cookie
  user = (
    await request('POST', '/api/auth/register', { body: { email: 'ann@example.com', password } })
  ).cookie
})

type Named = { id: string; name: string }

async function choices() {
  const { body } = await request('GET', '/api/admin/post-choices', { cookie: admin })
  return body as unknown as { authors: Named[]; categories: Named[] }
}
const toCategory = (changes: object = {}) => ({
  name: 'Tools',
  slug: 'tools',
  description: 'What helps.',
  ...changes,
})
const toAuthor = (changes: object = {}) => ({
  name: 'Bea',
  bio: 'Writes too.',
  linkedinUrl: 'https://www.linkedin.com/in/bea',
  instagramUrl: null,
  ...changes,
})
const post = (path: string, body: object) =>
  request('POST', `/api/admin/${path}`, { cookie: admin, body })
const patch = (path: string, body: object) =>
  request('PATCH', `/api/admin/${path}`, { cookie: admin, body })

test('a user who is not an admin cannot create or rename anything', async () => {
  const { authors, categories } = await choices()
  const tries = [
    request('POST', '/api/admin/categories', {
      cookie: user,
      body: toCategory({ slug: 'theirs' }),
    }),
    request('PATCH', `/api/admin/categories/${categories[0]!.id}`, { cookie: user, body: {} }),
    request('POST', '/api/admin/authors', { cookie: user, body: toAuthor({ name: 'Eve' }) }),
    request('PATCH', `/api/admin/authors/${authors[0]!.id}`, { cookie: user, body: toAuthor() }),
  ]
  for (const { status, body } of await Promise.all(tries))
    expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'forbidden' })
  expect(await choices()).toEqual({ authors, categories })
})

test('a new category has a page with a unique address', async () => {
  const answers = await Promise.all([
    post('categories', toCategory()),
    post('categories', toCategory()),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const taken = answers.find(({ status }) => status === 409)
  expect(taken?.body['message']).toBe('Another category uses this address.')
  const { body } = await request('GET', '/api/blog/categories/tools')
  expect(body).toMatchObject({ name: 'Tools', description: 'What helps.' })
})

test('a renamed category keeps its address, and no import reverts the name', async () => {
  const { categories } = await choices()
  const { id } = categories.find(({ name }) => name === 'Privacy')!
  const words = { name: 'Yours alone', description: 'What nobody reads.' }
  expect(await patch(`categories/${id}`, words)).toMatchObject({
    status: 200,
    body: { ...words, slug: 'privacy' },
  })
  await importArticles(ctx, library)
  expect((await request('GET', '/api/blog/posts/example')).body['categories']).toMatchObject([
    { name: 'Yours alone', slug: 'privacy' },
  ])
})

test('an author can be created and renamed, and no import reverts it', async () => {
  const { body } = await post('authors', toAuthor())
  expect(body).toMatchObject({ ...toAuthor(), image: null })
  const { authors } = await choices()
  expect(authors.map(({ name }) => name)).toEqual(['Ann', 'Bea'])
  const words = toAuthor({ name: 'Ann Boyd', linkedinUrl: null })
  expect((await patch(`authors/${authors[0]!.id}`, words)).status).toBe(200)
  await importArticles(ctx, library)
  const article = await request('GET', '/api/blog/posts/example')
  expect(article.body['author']).toMatchObject({ name: 'Ann Boyd', linkedinUrl: null })
})

test('names that no admin changed follow the library', async () => {
  const [, founders] = library.categories
  const changed = { ...library, categories: [{ ...founders!, name: 'Founding' }] }
  await importArticles(ctx, { ...changed, articles: [] })
  expect((await choices()).categories.map(({ name }) => name)).toContain('Founding')
})

const unknownId = '00000000-0000-4000-8000-000000000000'

test.each([
  ['categories', toCategory({ name: ' ' }), 422, 'Please enter a name'],
  [
    'categories',
    toCategory({ slug: 'Tools & more' }),
    422,
    'An address is lower-case words joined by hyphens',
  ],
  ['categories', toCategory({ description: '' }), 422, 'Please describe the category'],
  ['authors', toAuthor({ bio: '' }), 422, 'Please enter a short bio'],
  ['authors', toAuthor({ name: 'BEA' }), 409, 'An author with this name already exists.'],
  [
    'authors',
    toAuthor({ name: 'Mal', linkedinUrl: 'javascript:alert(1)' }),
    422,
    'Please enter a link that starts with https://',
  ],
])('%s refuse %j with a message', async (path, body, status, message) => {
  expect(await post(path, body)).toMatchObject({ status, body: { message } })
})

test('an unknown category or author cannot be renamed', async () => {
  expect((await patch(`categories/${unknownId}`, toCategory({ slug: undefined }))).status).toBe(404)
  expect((await patch(`authors/${unknownId}`, toAuthor({ name: 'No One' }))).status).toBe(404)
})
