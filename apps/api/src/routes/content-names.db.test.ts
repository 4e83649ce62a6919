import { fakeArticle, fakeLibrary } from '@doorman/services/blog/fake-library'
import { importArticles } from '@doorman/services/blog/import-articles'
import { setAdmin } from '@doorman/services/users/set-admin'
import { beforeAll, expect, test } from 'vitest'
import { openFakeApp } from '../fake-app.ts'

const { ask, ctx } = await openFakeApp()
const password = 'correct horse battery'
const library = fakeLibrary([fakeArticle({ slug: 'told' })])
let admin: string | undefined
let user: string | undefined

beforeAll(async () => {
  await importArticles(ctx, library)
  const boss = { email: 'boss@example.com', password }
  await ask('POST', '/api/auth/register', { body: boss })
  await setAdmin(ctx, { email: boss.email, isAdmin: true })
  admin = (await ask('POST', '/api/auth/login', { body: boss })).cookie
  user = (await ask('POST', '/api/auth/register', { body: { email: 'ann@example.com', password } }))
    .cookie
})

type Named = { id: string; name: string }

async function choices() {
  const { body } = await ask('GET', '/api/admin/post-choices', { cookie: admin })
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
  ask('POST', `/api/admin/${path}`, { cookie: admin, body })
const patch = (path: string, body: object) =>
  ask('PATCH', `/api/admin/${path}`, { cookie: admin, body })

test('239: a user who is no admin names nothing', async () => {
  const { authors, categories } = await choices()
  const tries = [
    ask('POST', '/api/admin/categories', { cookie: user, body: toCategory({ slug: 'theirs' }) }),
    ask('PATCH', `/api/admin/categories/${categories[0]!.id}`, { cookie: user, body: {} }),
    ask('POST', '/api/admin/authors', { cookie: user, body: toAuthor({ name: 'Eve' }) }),
    ask('PATCH', `/api/admin/authors/${authors[0]!.id}`, { cookie: user, body: toAuthor() }),
  ]
  for (const { status, body } of await Promise.all(tries))
    expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'forbidden' })
  expect(await choices()).toEqual({ authors, categories })
})

test('239: a new category has a page, and its address is its own', async () => {
  const answers = await Promise.all([
    post('categories', toCategory()),
    post('categories', toCategory()),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const taken = answers.find(({ status }) => status === 409)
  expect(taken?.body['message']).toBe('Another category has this address.')
  const { body } = await ask('GET', '/api/blog/categories/tools')
  expect(body).toMatchObject({ name: 'Tools', description: 'What helps.' })
})

test('239: a category is renamed where it stands, and no import takes that back', async () => {
  const { categories } = await choices()
  const { id } = categories.find(({ name }) => name === 'Privacy')!
  const words = { name: 'Yours alone', description: 'What nobody reads.' }
  expect(await patch(`categories/${id}`, words)).toMatchObject({
    status: 200,
    body: { ...words, slug: 'privacy' },
  })
  await importArticles(ctx, library)
  expect((await ask('GET', '/api/blog/posts/told')).body['categories']).toMatchObject([
    { name: 'Yours alone', slug: 'privacy' },
  ])
})

test('239: an author is introduced and renamed, and no import takes that back', async () => {
  const { body } = await post('authors', toAuthor())
  expect(body).toMatchObject({ ...toAuthor(), image: null })
  const { authors } = await choices()
  expect(authors.map(({ name }) => name)).toEqual(['Ann', 'Bea'])
  const words = toAuthor({ name: 'Ann Boyd', linkedinUrl: null })
  expect((await patch(`authors/${authors[0]!.id}`, words)).status).toBe(200)
  await importArticles(ctx, library)
  const told = await ask('GET', '/api/blog/posts/told')
  expect(told.body['author']).toMatchObject({ name: 'Ann Boyd', linkedinUrl: null })
})

test('what nobody has renamed follows the library', async () => {
  const [, founders] = library.categories
  const anew = { ...library, categories: [{ ...founders!, name: 'Founding' }] }
  await importArticles(ctx, { ...anew, articles: [] })
  expect((await choices()).categories.map(({ name }) => name)).toContain('Founding')
})

const nobody = '00000000-0000-4000-8000-000000000000'

test.each([
  ['categories', toCategory({ name: ' ' }), 422, 'Please enter a name'],
  [
    'categories',
    toCategory({ slug: 'Tools & more' }),
    422,
    'An address is lower-case words joined by hyphens',
  ],
  ['categories', toCategory({ description: '' }), 422, 'Please say what the category is about'],
  ['authors', toAuthor({ bio: '' }), 422, 'Please say who the author is'],
  ['authors', toAuthor({ name: 'BEA' }), 409, 'There is an author of this name already.'],
  [
    'authors',
    toAuthor({ name: 'Mal', linkedinUrl: 'javascript:alert(1)' }),
    422,
    'A profile is an address that begins with https://',
  ],
])('239: %s refuse %j in words', async (path, body, status, message) => {
  expect(await post(path, body)).toMatchObject({ status, body: { message } })
})

test('what is not there cannot be renamed', async () => {
  expect((await patch(`categories/${nobody}`, toCategory({ slug: undefined }))).status).toBe(404)
  expect((await patch(`authors/${nobody}`, toAuthor({ name: 'No One' }))).status).toBe(404)
})
