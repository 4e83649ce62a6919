import { posts } from '@doorman/db/schema'
import { PostId } from '@doorman/domain/ids'
import { drawCover } from '@doorman/domain/site/cover'
import { fakeArticle, fakeLibrary } from '@doorman/services/testing/fake-library'
import { importArticles } from '@doorman/services/blog/import-articles'
import { setAdmin } from '@doorman/services/users/set-admin'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { app, request, ctx, runJobsUntilIdle } = await openFakeApp()
const password = 'correct horse battery'
let admin: string | undefined
let user: string | undefined
let choices: { authorId: string; categoryIds: string[] }
let count = 0

beforeAll(async () => {
  await importArticles(ctx, fakeLibrary([]))
  const boss = { email: 'boss@example.com', password }
  await request('POST', '/api/auth/register', { body: boss })
  await setAdmin(ctx, { email: boss.email, isAdmin: true })
  admin = (await request('POST', '/api/auth/login', { body: boss })).cookie
  user = (
    await request('POST', '/api/auth/register', { body: { email: 'ann@example.com', password } })
  ).cookie
  const { body } = await request('GET', '/api/admin/post-choices', { cookie: admin })
  const [authors, categories] = [body['authors'], body['categories']] as { id: string }[][]
  choices = { authorId: authors![0]!.id, categoryIds: [categories![0]!.id] }
})

const toDraft = (changes: object = {}) => ({
  title: 'A draft',
  slug: `draft-${(count += 1)}`,
  metaDescription: 'About it.',
  excerpt: 'In short.',
  content: 'Once.',
  featuredImageAlt: 'Shapes',
  publishedAt: null,
  ...choices,
  ...changes,
})

async function create(changes: object = {}) {
  const { status, body } = await request('POST', '/api/admin/posts', {
    cookie: admin,
    body: toDraft(changes),
  })
  expect(status).toBe(200)
  return body as { id: string; slug: string; version: number }
}

const save = (post: { id: string; version: number; slug: string }, changes: object = {}) =>
  request('PATCH', `/api/admin/posts/${post.id}`, {
    cookie: admin,
    body: toDraft({ slug: post.slug, version: post.version, ...changes }),
  })

const statusAt = async (slug: string) => (await request('GET', `/api/blog/posts/${slug}`)).status

test('a user who is not an admin gets nothing and changes nothing', async () => {
  const { id, slug } = await create()
  const tries = [
    request('GET', `/api/admin/post-pages/${slug}`, { cookie: user }),
    request('GET', '/api/admin/posts', { cookie: user }),
    request('GET', `/api/admin/posts/${id}`, { cookie: user }),
    request('POST', '/api/admin/posts', { cookie: user, body: toDraft() }),
    request('PATCH', `/api/admin/posts/${id}`, { cookie: user, body: toDraft({ version: 1 }) }),
    request('POST', '/api/admin/post-preview', { cookie: user, body: { content: 'x' } }),
    request('POST', `/api/admin/posts/${id}/images?alt=x`, { cookie: user, body: {} }),
  ]
  for (const { status, body } of await Promise.all(tries))
    expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'forbidden' })
})

test('a draft is invisible until it is published, and again after it is withdrawn', async () => {
  const post = await create()
  expect(await statusAt(post.slug)).toBe(404)
  await save(post, { publishedAt: '2026-01-01T09:00:00Z' })
  await runJobsUntilIdle()
  expect(
    (await request('GET', `/api/blog/posts/${post.slug}`)).body['featuredImage'],
  ).not.toBeNull()
  await save({ ...post, version: 2 }, { publishedAt: null })
  expect(await statusAt(post.slug)).toBe(404)
})

test('an admin sees the page of a draft as readers would', async () => {
  const { slug } = await create({ content: '**Bold**' })
  const load = (cookie: string | undefined, asked = slug) =>
    request('GET', `/api/admin/post-pages/${asked}`, { cookie })
  expect((await load(admin)).body).toMatchObject({
    title: 'A draft',
    html: '<p><strong>Bold</strong></p>',
    publishedAt: null,
  })
  expect((await load(admin, 'nowhere')).status).toBe(404)
  expect((await load(undefined)).status).toBe(401)
})

test('of two editors the second is told about the conflict, and no text is lost', async () => {
  const post = await create()
  expect((await save(post, { title: 'First' })).status).toBe(200)
  expect(await save(post, { title: 'Second' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('saved in another tab') as string },
  })
  const { body } = await request('GET', `/api/admin/posts/${post.id}`, { cookie: admin })
  expect(body).toMatchObject({ title: 'First', version: 2 })
})

describe('addresses', () => {
  const publishedAt = '2026-01-01T09:00:00Z'

  test('an old address still leads to the article and can be used again', async () => {
    const post = await create({ publishedAt })
    await save(post, { slug: 'moved-here', publishedAt })
    expect((await request('GET', `/api/blog/posts/${post.slug}`)).body['slug']).toBe('moved-here')
    expect((await save({ ...post, version: 2 }, { publishedAt })).status).toBe(200)
    expect((await request('GET', '/api/blog/posts/moved-here')).body['slug']).toBe(post.slug)
  })

  test('an address that another article has or had is refused', async () => {
    const [one, other] = [await create(), await create()]
    expect((await save(other, { slug: one.slug })).status).toBe(409)
    await save(one, { slug: 'gone-on' })
    expect((await save(other, { slug: one.slug })).status).toBe(409)
  })
})

test('an import does not overwrite an article that an admin edited', async () => {
  const article = fakeArticle({ slug: 'imported', title: 'Ours' })
  await importArticles(ctx, fakeLibrary([article]))
  const { body: list } = await request('GET', '/api/admin/posts', { cookie: admin })
  const post = (list['list'] as { id: string; slug: string }[]).find(
    ({ slug }) => slug === 'imported',
  )
  await save({ ...post!, version: 1 }, { title: 'Theirs', publishedAt: '2026-01-01T09:00:00Z' })
  await importArticles(ctx, fakeLibrary([fakeArticle({ slug: 'imported', title: 'Ours anew' })]))
  expect((await request('GET', '/api/blog/posts/imported')).body['title']).toBe('Theirs')
})

/** The cover of an article as the database has it. */
async function coverSeedOf({ id }: { id: string }) {
  const [post] = await ctx.db
    .select({ coverSeed: posts.coverSeed })
    .from(posts)
    .where(eq(posts.id, PostId.parse(id)))
  return post!.coverSeed
}

test('a cover without a description gets a generated one', async () => {
  const post = await create({ featuredImageAlt: '' })
  const { alt } = drawCover(await coverSeedOf(post))
  expect(post).toMatchObject({ featuredImageAlt: alt })
  const moved = await save(post, { slug: 'the-same-cover', featuredImageAlt: ' ' })
  expect(moved.body).toMatchObject({ featuredImageAlt: alt })
  const saved = await save({ ...post, version: 2 }, { featuredImageAlt: 'A door' })
  expect(saved.body).toMatchObject({ featuredImageAlt: 'A door' })
})

test('an article that is published beside a cover like its own gets another one', async () => {
  const publishedAt = '2017-03-01T09:00:00Z'
  const [one, other] = [await create({ featuredImageAlt: '' }), await create({ publishedAt })]
  const same = await coverSeedOf(one)
  const motif = same.split('/')[0]!
  await ctx.db
    .update(posts)
    .set({ coverSeed: `${motif}/${other.slug}` })
    .where(eq(posts.id, PostId.parse(other.id)))
  const draft = await save(one, { featuredImageAlt: drawCover(same).alt })
  expect(draft.body).toMatchObject({ featuredImageAlt: drawCover(same).alt })
  // The form still has the description of the cover that is replaced.
  const published = await save(
    { ...one, version: 2 },
    { featuredImageAlt: drawCover(same).alt, publishedAt },
  )
  const seed = await coverSeedOf(one)
  expect(seed).not.toMatch(new RegExp(`^${motif}/`))
  expect(published.body).toMatchObject({ featuredImageAlt: drawCover(seed).alt })
})

test('a cover that an editor has described stays when its article is published', async () => {
  const post = await create({ featuredImageAlt: 'A door' })
  const seed = await coverSeedOf(post)
  const neighbour = await create({ publishedAt: '2016-03-01T09:00:00Z' })
  await ctx.db
    .update(posts)
    .set({ coverSeed: seed })
    .where(eq(posts.id, PostId.parse(neighbour.id)))
  await save(post, { featuredImageAlt: 'A door', publishedAt: '2016-03-02T09:00:00Z' })
  expect(await coverSeedOf(post)).toBe(seed)
})

test('a draft may lack everything but title and address until it is published', async () => {
  const bare = { metaDescription: '', excerpt: '', content: '', categoryIds: [] }
  const post = await create(bare)
  expect((await save(post, bare)).status).toBe(200)
  const published = await save(
    { ...post, version: 2 },
    { ...bare, publishedAt: '2026-01-01T09:00:00Z' },
  )
  expect(published.status).toBe(422)
  expect(await statusAt(post.slug)).toBe(404)
})

describe('deletion', () => {
  const act = (method: 'DELETE' | 'POST', path: string) =>
    request(method, `/api/admin/posts/${path}`, { cookie: admin })

  test('readers no longer see a deleted article, and restoring it brings everything back', async () => {
    const post = await create({ publishedAt: '2026-01-01T09:00:00Z' })
    await save(post, { slug: 'deleted-later', publishedAt: '2026-01-01T09:00:00Z' })
    for (const _ of ['once', 'twice']) expect((await act('DELETE', post.id)).status).toBe(200)
    for (const slug of ['deleted-later', post.slug]) expect(await statusAt(slug)).toBe(404)
    const page = () => request('GET', '/api/admin/post-pages/deleted-later', { cookie: admin })
    expect((await page()).status).toBe(404)
    expect((await save({ ...post, version: 2 })).status).toBe(404)
    const { body } = await request('GET', '/api/admin/posts', { cookie: admin })
    const deleted = (body['list'] as { id: string; deletedAt: string | null }[]).filter(
      ({ deletedAt }) => deletedAt !== null,
    )
    expect(deleted.map(({ id }) => id)).toEqual([post.id])
    for (const _ of ['once', 'twice'])
      expect((await act('POST', `${post.id}/restore`)).status).toBe(200)
    expect(await statusAt(post.slug)).toBe(200)
  })

  test('an import does not bring a deleted article back', async () => {
    await importArticles(ctx, fakeLibrary([fakeArticle({ slug: 'taken-down' })]))
    const { body } = await request('GET', '/api/admin/posts', { cookie: admin })
    const { id } = (body['list'] as { id: string; slug: string }[]).find(
      ({ slug }) => slug === 'taken-down',
    )!
    await act('DELETE', id)
    await importArticles(ctx, fakeLibrary([fakeArticle({ slug: 'taken-down', title: 'Anew' })]))
    expect(await statusAt('taken-down')).toBe(404)
  })

  test('an article that never existed is not found', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    expect((await act('DELETE', id)).status).toBe(404)
    expect((await act('POST', `${id}/restore`)).status).toBe(404)
  })
})

test.each([
  [{ title: ' ' }, 'Please enter a title'],
  [{ slug: 'Not An Address' }, 'An address is lower-case words joined by hyphens'],
  [{ slug: '../admin' }, 'An address is lower-case words joined by hyphens'],
  [{ categoryIds: [], publishedAt: '2026-01-01T09:00:00Z' }, 'Please choose a category'],
  [{ excerpt: '', publishedAt: '2026-01-01T09:00:00Z' }, 'Please enter an excerpt'],
  [{ categoryIds: ['00000000-0000-4000-8000-000000000000'] }, 'That category doesn’t exist.'],
  [{ authorId: '00000000-0000-4000-8000-000000000000' }, 'That author doesn’t exist.'],
  [{ featuredImageAlt: 'x'.repeat(301) }, 'At most 300 characters'],
  [{ content: 'x'.repeat(100_001) }, 'This article is too long'],
])('%j is refused with a message', async (changes, message) => {
  expect(
    await request('POST', '/api/admin/posts', { cookie: admin, body: toDraft(changes) }),
  ).toMatchObject({
    status: 422,
    body: { message },
  })
})

test('the preview shows what readers will see', async () => {
  const content = '**Bold** <script>x()</script>'
  const { body } = await request('POST', '/api/admin/post-preview', {
    cookie: admin,
    body: { content },
  })
  expect(body['html']).toBe('<p><strong>Bold</strong> x()</p>')
})

describe('pictures', () => {
  const upload = (id: string, alt: string, payload: string, type = 'image/png') =>
    app.inject({
      method: 'POST',
      url: `/api/admin/posts/${id}/images?alt=${encodeURIComponent(alt)}`,
      headers: { cookie: admin ?? '', ...(type && { 'content-type': type }) },
      payload: Buffer.from(payload),
    })

  test('an upload returns Markdown with its description, and the picture is served', async () => {
    const { id } = await create()
    const { markdown } = (await upload(id, 'A [red] door', 'png')).json<{ markdown: string }>()
    const [, alt, path = ''] = /^!\[(.*)\]\((.*)\)$/.exec(markdown) ?? []
    expect(alt).toBe('A  red  door')
    expect((await app.inject(path)).body).toBe('encoded again')
  })

  test('an upload is refused without a description, without an article, or if it is not a picture', async () => {
    const { id } = await create()
    expect((await upload(id, ' ', 'png')).statusCode).toBe(422)
    expect((await upload('x', 'A door', 'png')).statusCode).toBe(404)
    expect((await upload(id, 'A door', 'hostile')).statusCode).toBe(422)
  })

  const send = (path: string, payload: string) =>
    app.inject({
      method: 'POST',
      url: `/api/admin/${path}`,
      headers: { cookie: admin ?? '', 'content-type': 'image/png' },
      payload: Buffer.from(payload),
    })
  const coverOf = async (slug: string) => {
    await runJobsUntilIdle()
    const { body } = await request('GET', `/api/admin/post-pages/${slug}`, { cookie: admin })
    return (await app.inject(String(body['featuredImage']))).body
  }

  test('an uploaded cover replaces the painted one until it is removed', async () => {
    const post = await create({ title: 'Painted' })
    expect(await coverOf(post.slug)).toBe('Painted')
    const describedAs = async () => {
      const { body } = await request('GET', `/api/admin/posts/${post.id}`, { cookie: admin })
      return body['featuredImageAlt']
    }
    expect((await send(`posts/${post.id}/cover`, 'png')).statusCode).toBe(200)
    expect(await describedAs()).toBe('')
    await save(post, { title: 'Another title', featuredImageAlt: '' })
    expect(await coverOf(post.slug)).toBe('1200x800.webp')
    expect(await describedAs()).toBe('')
    await request('DELETE', `/api/admin/posts/${post.id}/cover`, { cookie: admin })
    expect(await coverOf(post.slug)).toBe('Another title')
    expect(await describedAs()).toBe(drawCover(await coverSeedOf(post)).alt)
  })

  test('a cover is refused without an article or if it is not a picture', async () => {
    const { id } = await create()
    expect((await send(`posts/${id}/cover`, 'hostile')).statusCode).toBe(422)
    expect((await send('posts/x/cover', 'png')).statusCode).toBe(404)
    expect((await send(`posts/${id}/cover`, 'x'.repeat(9_000_000))).statusCode).toBe(413)
  })

  test('an author’s picture is served, and readers see it until it is removed', async () => {
    const path = `authors/${choices.authorId}/picture`
    const { image } = (await send(path, 'png')).json<{ image: string }>()
    expect((await app.inject(image)).body).toBe('encoded again')
    const { slug } = await create({ publishedAt: '2026-01-01T09:00:00Z' })
    const load = () => request('GET', `/api/blog/posts/${slug}`)
    expect((await load()).body['author']).toMatchObject({ image })
    await request('DELETE', `/api/admin/${path}`, { cookie: admin })
    expect((await load()).body['author']).toMatchObject({ image: null })
    expect((await app.inject(image)).statusCode).toBe(404)
    expect((await send('authors/x/picture', 'png')).statusCode).toBe(404)
    expect((await send(path, 'hostile')).statusCode).toBe(422)
  })

  test.each(['application/pdf', 'application/json', 'text/plain', ''])(
    'a file sent as %j that is not a picture is refused',
    async (type) => {
      const { id } = await create()
      const answer = await upload(id, 'A door', 'hostile', type)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual({
        message: 'We can’t read this file.',
        code: 'invalid',
      })
    },
  )

  test('a picture that is too large is refused with the limit', async () => {
    const { id } = await create()
    const answer = await upload(id, 'A door', 'x'.repeat(9_000_000))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toEqual({
      message: 'This file is too large. Pictures can be up to 8 MB.',
      code: 'invalid',
    })
  })
})
