import { posts, slugRedirects } from '@doorman/db/schema'
import { fakeArticle, fakeLibrary } from '@doorman/services/blog/fake-library'
import { importArticles } from '@doorman/services/blog/import-articles'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../fake-app.ts'

const { app, ask, ctx, advance, settle } = await openFakeApp()

async function publish(...changes: Parameters<typeof fakeArticle>[0][]) {
  const articles = changes.map((change) => fakeArticle(change))
  await importArticles(ctx, fakeLibrary(articles))
  return articles
}

async function listOf(url: string): Promise<string[]> {
  const { status, body } = await ask('GET', url)
  expect(status).toBe(200)
  return (body['list'] as { slug: string }[]).map(({ slug }) => slug)
}

const viewsOf = async (slug: string) =>
  (await ask('GET', `/api/blog/posts/${slug}`)).body['viewCount']

describe('lists', () => {
  test('93: articles come newest first, page by page, in all or in one category', async () => {
    await publish(
      { slug: 'old', publishedAt: '2025-01-01T09:00:00Z', categories: ['founders', 'privacy'] },
      { slug: 'older', publishedAt: '2024-01-01T09:00:00Z' },
      { slug: 'oldest', publishedAt: '2023-01-01T09:00:00Z', categories: ['founders'] },
    )
    const all = await listOf('/api/blog/posts?limit=200')
    expect(all.slice(-3)).toEqual(['old', 'older', 'oldest'])
    expect(await listOf(`/api/blog/posts?limit=2&offset=${all.length - 2}`)).toEqual([
      'older',
      'oldest',
    ])
    expect(await listOf('/api/blog/posts?category=founders')).toEqual(['old', 'oldest'])
    expect(await listOf('/api/blog/posts?category=nothing')).toEqual([])
  })

  test('they carry everything but the body', async () => {
    await publish({ slug: 'listed' })
    const { body } = await ask('GET', '/api/blog/posts')
    const post = (body['list'] as Record<string, unknown>[]).find(({ slug }) => slug === 'listed')
    expect(post).toMatchObject({
      author: { name: 'Ann', bio: 'Writes.', linkedinUrl: null },
      categories: [{ name: 'Privacy', slug: 'privacy' }],
      viewCount: 0,
      redditShares: 0,
    })
    expect(post).not.toHaveProperty('content')
    expect(post).not.toHaveProperty('importedHash')
  })

  test('drafts and what is scheduled are nowhere until their time has come', async () => {
    const soon = new Date(ctx.now().getTime() + 3_600_000)
    await publish({ slug: 'soon', publishedAt: soon.toISOString(), content: 'zeppelin' })
    const places = ['/api/blog/posts?limit=200', '/api/blog/search?q=zeppelin']
    for (const place of places) expect(await listOf(place)).not.toContain('soon')
    expect((await ask('GET', '/api/blog/posts/soon')).status).toBe(404)
    expect((await ask('POST', '/api/blog/posts/soon/view')).status).toBe(404)
    advance(3_700_000)
    for (const place of places) expect(await listOf(place)).toContain('soon')
    await ctx.db.update(posts).set({ publishedAt: null }).where(eq(posts.slug, 'soon'))
    for (const place of places) expect(await listOf(place)).not.toContain('soon')
  })

  test.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'offset=-1',
    'offset=1e9',
    'limit=1&limit=2',
    `category=${'x'.repeat(300)}`,
  ])('%s is refused politely', async (query) => {
    expect((await ask('GET', `/api/blog/posts?${query}`)).status).toBe(422)
  })
})

describe('search', () => {
  test('95: every word must occur in title, excerpt or body; the last may be only begun', async () => {
    await publish(
      { slug: 'harbour', title: 'A harbour pilot', content: 'Lanterns at night.' },
      { slug: 'harbour-two', title: 'Another harbour', content: 'Cranes by day.' },
    )
    expect(await listOf('/api/blog/search?q=HARBOUR%20lantern')).toEqual(['harbour'])
    expect(await listOf('/api/blog/search?q=harb')).toHaveLength(2)
    expect(await listOf('/api/blog/search?q=harbour%20submarine')).toEqual([])
  })

  test.each(['', '   ', "'", '!!!', '&', '\\', ':*', '%', "x' | 'y", '<->', '((', 'ё', '🦆'])(
    '%j is no more than a text to look for',
    async (text) => {
      const { status } = await ask('GET', `/api/blog/search?q=${encodeURIComponent(text)}`)
      expect(status).toBe(200)
    },
  )

  test('a text without end is refused politely', async () => {
    expect((await ask('GET', `/api/blog/search?q=${'x'.repeat(201)}`)).status).toBe(422)
    expect((await ask('GET', '/api/blog/search')).status).toBe(422)
  })
})

test('103, 114: what is not there says so', async () => {
  expect(await ask('GET', '/api/blog/posts/nothing')).toMatchObject({
    status: 404,
    body: { message: 'The article you’re looking for doesn’t exist' },
  })
  expect(await ask('GET', '/api/blog/categories/nothing')).toMatchObject({
    status: 404,
    body: { message: 'The category you’re looking for doesn’t exist.' },
  })
})

test('an article is still found where it used to be', async () => {
  const [article] = await publish({ slug: 'before' })
  const [post] = await ctx.db
    .update(posts)
    .set({ slug: 'after', importedHash: null })
    .where(eq(posts.slug, 'before'))
    .returning()
  await ctx.db.insert(slugRedirects).values({ slug: 'before', postId: post!.id })
  expect((await ask('GET', '/api/blog/posts/before')).body).toMatchObject({ slug: 'after' })
  await importArticles(ctx, fakeLibrary([article!]))
  expect((await ask('GET', '/api/blog/posts/before')).body).toMatchObject({ slug: 'after' })
})

describe('covers', () => {
  test('106: a new article gets its cover, which browsers keep for good', async () => {
    await publish({ slug: 'painted', title: 'Painted once' })
    expect((await ask('GET', '/api/blog/posts/painted')).body).toMatchObject({
      featuredImage: null,
    })
    await settle()
    const { body } = await ask('GET', '/api/blog/posts/painted')
    const url = String(body['featuredImage'])
    expect(url).toBe(`/media/${String(body['featuredImageId'])}/1200.webp`)
    const picture = await app.inject(url)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(picture.body).toBe('Painted once')
  })

  test('a new edition gets a new one, and the old one is gone', async () => {
    await publish({ slug: 'repainted', title: 'Before' })
    await settle()
    const before = String((await ask('GET', '/api/blog/posts/repainted')).body['featuredImage'])
    await publish({ slug: 'repainted', title: 'After' })
    await settle()
    const after = String((await ask('GET', '/api/blog/posts/repainted')).body['featuredImage'])
    expect((await app.inject(after)).body).toBe('After')
    expect((await app.inject(before)).statusCode).toBe(404)
  })

  test.each([
    '/media/x/1200.webp',
    '/media/00000000-0000-4000-8000-000000000000/1200.webp',
    '/media/..%2f..%2fetc/passwd',
    "/media/'/'",
  ])('%s is not there', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  })
})

describe('views', () => {
  test('113: a visitor counts once, however often they ask', async () => {
    await publish({ slug: 'viewed' })
    for (let times = 0; times < 5; times++)
      expect((await ask('POST', '/api/blog/posts/viewed/view')).status).toBe(200)
    expect(await viewsOf('viewed')).toBe(1)
    await ask('POST', '/api/blog/posts/viewed/view', { ip: '203.0.113.8' })
    expect(await viewsOf('viewed')).toBe(2)
  })

  test('one network cannot raise all of them without end', async () => {
    const made = await publish(...Array.from({ length: 110 }, () => ({ categories: ['founders'] })))
    for (const { slug } of made)
      await ask('POST', `/api/blog/posts/${slug}/view`, { ip: '203.0.113.99' })
    const counts = await ctx.db.select({ count: posts.viewCount, slug: posts.slug }).from(posts)
    const raised = counts.filter(
      ({ slug, count }) => made.some((one) => one.slug === slug) && count > 0,
    )
    expect(raised).toHaveLength(100)
  })
})

describe('import', () => {
  test('a repeated run changes nothing; a new edition replaces what nobody has edited', async () => {
    const [first] = await publish({ slug: 'edition', title: 'First' })
    await importArticles(ctx, fakeLibrary([first!]))
    await publish({ slug: 'edition', title: 'Second', categories: ['founders'] })
    expect((await ask('GET', '/api/blog/posts/edition')).body).toMatchObject({
      title: 'Second',
      categories: [{ slug: 'founders' }],
    })
  })

  test('105: what the library says of an author is shown, also when it says it later', async () => {
    const library = fakeLibrary([fakeArticle({ slug: 'by-ann' })])
    const authorOf = async () => (await ask('GET', '/api/blog/posts/by-ann')).body['author']
    await importArticles(ctx, library)
    expect(await authorOf()).toMatchObject({ name: 'Ann', image: null, linkedinUrl: null })
    const known = {
      name: 'Ann Lee',
      bio: 'Writes more.',
      image: '/ann.webp',
      linkedinUrl: 'https://www.linkedin.com/in/ann',
      instagramUrl: 'https://www.instagram.com/ann',
    }
    await importArticles(ctx, { ...library, authors: [{ slug: 'ann', ...known }] })
    expect(await authorOf()).toMatchObject(known)
    await importArticles(ctx, library)
  })

  test('what an admin has edited stays as they left it', async () => {
    await publish({ slug: 'edited', title: 'Ours' })
    await ctx.db
      .update(posts)
      .set({ title: 'Theirs', importedHash: null })
      .where(eq(posts.slug, 'edited'))
    await publish({ slug: 'edited', title: 'Ours again' })
    expect((await ask('GET', '/api/blog/posts/edited')).body).toMatchObject({ title: 'Theirs' })
  })

  test('two processes that start at once import each article once', async () => {
    const library = fakeLibrary([fakeArticle({ slug: 'twice' })])
    await Promise.all([importArticles(ctx, library), importArticles(ctx, library)])
    expect(await ctx.db.select().from(posts).where(eq(posts.slug, 'twice'))).toHaveLength(1)
  })
})
