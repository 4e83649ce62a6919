import { posts, slugRedirects } from '@doorman/db/schema'
import { drawCover } from '@doorman/domain/site/cover'
import { fakeArticle, fakeLibrary } from '@doorman/services/testing/fake-library'
import { importArticles } from '@doorman/services/blog/import-articles'
import { desc, eq, inArray, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { app, request, ctx, advance, runJobsUntilIdle } = await openFakeApp()

async function publish(...changes: Parameters<typeof fakeArticle>[0][]) {
  const articles = changes.map((change) => fakeArticle(change))
  await importArticles(ctx, fakeLibrary(articles))
  return articles
}

async function listOf(url: string): Promise<string[]> {
  const { status, body } = await request('GET', url)
  expect(status).toBe(200)
  return (body['list'] as { slug: string }[]).map(({ slug }) => slug)
}

const viewsOf = async (slug: string) =>
  (await request('GET', `/api/blog/posts/${slug}`)).body['viewCount']

describe('lists', () => {
  test('articles are listed newest first in pages, overall or in one category', async () => {
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

  test('lists contain everything except the body', async () => {
    await publish({ slug: 'listed' })
    const { body } = await request('GET', '/api/blog/posts')
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

  test('drafts and scheduled articles are invisible until their time', async () => {
    const soon = new Date(ctx.now().getTime() + 3_600_000)
    await publish({ slug: 'soon', publishedAt: soon.toISOString(), content: 'zeppelin' })
    const lists = ['/api/blog/posts?limit=200', '/api/blog/search?q=zeppelin']
    for (const url of lists) expect(await listOf(url)).not.toContain('soon')
    expect((await request('GET', '/api/blog/posts/soon')).status).toBe(404)
    expect((await request('POST', '/api/blog/posts/soon/view')).status).toBe(404)
    advance(3_700_000)
    for (const url of lists) expect(await listOf(url)).toContain('soon')
    await ctx.db.update(posts).set({ publishedAt: null }).where(eq(posts.slug, 'soon'))
    for (const url of lists) expect(await listOf(url)).not.toContain('soon')
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
  ])('%s is refused with a message', async (query) => {
    expect((await request('GET', `/api/blog/posts?${query}`)).status).toBe(422)
  })
})

describe('search', () => {
  test('every word must occur in title, excerpt or body; the last one may be a prefix', async () => {
    await publish(
      { slug: 'harbour', title: 'A harbour pilot', content: 'Lanterns at night.' },
      { slug: 'harbour-two', title: 'Another harbour', content: 'Cranes by day.' },
    )
    expect(await listOf('/api/blog/search?q=HARBOUR%20lantern')).toEqual(['harbour'])
    expect(await listOf('/api/blog/search?q=harb')).toHaveLength(2)
    expect(await listOf('/api/blog/search?q=harbour%20submarine')).toEqual([])
  })

  test.each(['', '   ', "'", '!!!', '&', '\\', ':*', '%', "x' | 'y", '<->', '((', 'ё', '🦆'])(
    '%j is searched as plain text',
    async (text) => {
      const { status } = await request('GET', `/api/blog/search?q=${encodeURIComponent(text)}`)
      expect(status).toBe(200)
    },
  )

  test('an overlong search text is refused with a message', async () => {
    expect((await request('GET', `/api/blog/search?q=${'x'.repeat(201)}`)).status).toBe(422)
    expect((await request('GET', '/api/blog/search')).status).toBe(422)
  })
})

test('unknown articles and categories get a 404 with a message', async () => {
  expect(await request('GET', '/api/blog/posts/nothing')).toMatchObject({
    status: 404,
    body: { message: 'The article you’re looking for doesn’t exist' },
  })
  expect(await request('GET', '/api/blog/categories/nothing')).toMatchObject({
    status: 404,
    body: { message: 'The category you’re looking for doesn’t exist.' },
  })
})

describe('what to read next', () => {
  const nearby = async (slug: string) => {
    const { status, body } = await request('GET', `/api/blog/posts/${slug}/nearby`)
    const slugOf = (post: unknown) => (post ? (post as { slug: string }).slug : null)
    return {
      status,
      next: slugOf(body['next']),
      previous: slugOf(body['previous']),
      related: (body['related'] as unknown[] | undefined)?.map(slugOf),
    }
  }

  test('the next article is the next one down the index, and related ones share categories', async () => {
    const both = ['founders', 'privacy']
    await publish(
      { slug: 'n1', publishedAt: '2020-01-01T09:00:00Z', categories: ['founders'] },
      { slug: 'n2', publishedAt: '2020-01-02T09:00:00Z', categories: both },
      { slug: 'n3', publishedAt: '2020-01-03T09:00:00Z', categories: both },
      { slug: 'n4', publishedAt: '2020-01-04T09:00:00Z', categories: ['founders'] },
      { slug: 'n5', publishedAt: '2020-01-05T09:00:00Z', categories: both },
      { slug: 'n6', publishedAt: '2020-01-06T09:00:00Z', categories: both },
    )
    const { related, ...beside } = await nearby('n3')
    expect(beside).toEqual({ status: 200, next: 'n2', previous: 'n4' })
    expect(related).toHaveLength(3)
    for (const slug of ['n2', 'n3', 'n4']) expect(related).not.toContain(slug)
    expect(related!.slice(-2)).toEqual(['n6', 'n5'])
    expect(await nearby('n1')).toMatchObject({ next: null, previous: 'n2' })
  })

  test.each([
    ['deleted', 2017, { deletedAt: new Date() }],
    ['draft', 2018, { publishedAt: null }],
    ['scheduled', 2019, { publishedAt: new Date('2999-01-01T09:00:00Z') }],
  ])('a %s article is not offered as a neighbour and has none', async (kind, year, change) => {
    const [oldest, middle, newest] = [`${kind}-1`, `${kind}-2`, `${kind}-3`]
    await publish(
      { slug: oldest, publishedAt: `${year}-01-01T09:00:00Z` },
      { slug: middle, publishedAt: `${year}-01-02T09:00:00Z` },
      { slug: newest, publishedAt: `${year}-01-03T09:00:00Z` },
    )
    await ctx.db.update(posts).set(change).where(eq(posts.slug, middle))
    expect(await nearby(newest)).toMatchObject({ next: oldest })
    expect(await nearby(oldest)).toMatchObject({ previous: newest })
    expect((await nearby(middle)).status).toBe(404)
    expect((await nearby('nothing')).status).toBe(404)
  })
})

test('an article is found at its old address', async () => {
  const [article] = await publish({ slug: 'before' })
  const [post] = await ctx.db
    .update(posts)
    .set({ slug: 'after', importedHash: null })
    .where(eq(posts.slug, 'before'))
    .returning()
  await ctx.db.insert(slugRedirects).values({ slug: 'before', postId: post!.id })
  expect((await request('GET', '/api/blog/posts/before')).body).toMatchObject({ slug: 'after' })
  await importArticles(ctx, fakeLibrary([article!]))
  expect((await request('GET', '/api/blog/posts/before')).body).toMatchObject({ slug: 'after' })
})

describe('covers', () => {
  test('a new article gets a cover that browsers may cache for good', async () => {
    await publish({ slug: 'painted', title: 'Painted once' })
    expect((await request('GET', '/api/blog/posts/painted')).body).toMatchObject({
      featuredImage: null,
    })
    await runJobsUntilIdle()
    const { body } = await request('GET', '/api/blog/posts/painted')
    const url = String(body['featuredImage'])
    expect(url).toBe(`/media/${String(body['featuredImageId'])}/1200.webp`)
    const picture = await app.inject(url)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(picture.body).toBe('Painted once')
  })

  test('a changed title gets a new cover, and the old one is deleted', async () => {
    await publish({ slug: 'repainted', title: 'Before' })
    await runJobsUntilIdle()
    const before = String((await request('GET', '/api/blog/posts/repainted')).body['featuredImage'])
    await publish({ slug: 'repainted', title: 'After' })
    await runJobsUntilIdle()
    const after = String((await request('GET', '/api/blog/posts/repainted')).body['featuredImage'])
    expect((await app.inject(after)).body).toBe('After')
    expect((await app.inject(before)).statusCode).toBe(404)
  })

  const coversNewestFirst = async () =>
    ctx.db
      .select({ seed: posts.coverSeed, alt: posts.featuredImageAlt })
      .from(posts)
      .where(like(posts.slug, 'row-%'))
      .orderBy(desc(posts.publishedAt))

  test('no two covers in a row of the index show the same motif, and each describes itself', async () => {
    // The later ones come between two that are there.
    const inAnyOrder = [2, 4, 6, 8, 10, 12, 14, 16, 15, 13, 11, 9, 7, 5, 3, 1]
    await publish(
      ...inAnyOrder.map((day) => ({
        slug: `row-${day}`,
        publishedAt: new Date(Date.UTC(2018, 0, day)).toISOString(),
        featuredImageAlt: undefined,
      })),
    )
    const covers = await coversNewestFirst()
    const motifs = covers.map(({ seed }) => seed.split('/')[0])
    for (const index of motifs.keys()) {
      const row = motifs.slice(index, index + 4)
      expect(new Set(row).size).toBe(row.length)
    }
    for (const { seed, alt } of covers) expect(alt).toBe(drawCover(seed).alt)
  })

  test('covers of an earlier version are painted again once, unless an editor described them', async () => {
    await publish({ slug: 'row-former' }, { slug: 'row-described' })
    await runJobsUntilIdle()
    const former = { coverSeed: 'row-former', featuredImageAlt: drawCover('row-former').alt }
    await ctx.db.update(posts).set(former).where(eq(posts.slug, 'row-former'))
    const described = { coverSeed: 'row-described', featuredImageAlt: 'A door' }
    await ctx.db.update(posts).set(described).where(eq(posts.slug, 'row-described'))
    const load = async () =>
      ctx.db
        .select({ seed: posts.coverSeed, alt: posts.featuredImageAlt, picture: posts.pictureId })
        .from(posts)
        .where(inArray(posts.slug, ['row-former', 'row-described']))
        .orderBy(desc(posts.slug))
    const [before, untouched] = await load()
    await importArticles(ctx, fakeLibrary([]))
    await runJobsUntilIdle()
    const [after, alike] = await load()
    expect(after!.seed).toMatch(/^\w+\/row-former$/)
    expect(after!.alt).toBe(drawCover(after!.seed).alt)
    expect(after!.picture).not.toBe(before!.picture)
    expect(alike).toEqual(untouched)
    await importArticles(ctx, fakeLibrary([]))
    await runJobsUntilIdle()
    expect((await load())[0]).toEqual(after)
  })

  test.each([
    '/media/x/1200.webp',
    '/media/00000000-0000-4000-8000-000000000000/1200.webp',
    '/media/..%2f..%2fetc/passwd',
    "/media/'/'",
  ])('%s does not exist', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  })
})

describe('views', () => {
  test('a visitor is counted once, however many requests they send', async () => {
    await publish({ slug: 'viewed' })
    for (let times = 0; times < 5; times++)
      expect((await request('POST', '/api/blog/posts/viewed/view')).status).toBe(200)
    expect(await viewsOf('viewed')).toBe(1)
    await request('POST', '/api/blog/posts/viewed/view', { ip: '203.0.113.8' })
    expect(await viewsOf('viewed')).toBe(2)
  })

  test('views per network are limited', async () => {
    const made = await publish(...Array.from({ length: 110 }, () => ({ categories: ['founders'] })))
    for (const { slug } of made)
      await request('POST', `/api/blog/posts/${slug}/view`, { ip: '203.0.113.99' })
    const counts = await ctx.db.select({ count: posts.viewCount, slug: posts.slug }).from(posts)
    const raised = counts.filter(
      ({ slug, count }) => made.some((one) => one.slug === slug) && count > 0,
    )
    expect(raised).toHaveLength(100)
  })
})

describe('import', () => {
  test('a repeated import changes nothing; a new edition replaces unedited articles', async () => {
    const [first] = await publish({ slug: 'edition', title: 'First' })
    await importArticles(ctx, fakeLibrary([first!]))
    await publish({ slug: 'edition', title: 'Second', categories: ['founders'] })
    expect((await request('GET', '/api/blog/posts/edition')).body).toMatchObject({
      title: 'Second',
      categories: [{ slug: 'founders' }],
    })
  })

  test('changes to an author in the library are imported', async () => {
    const library = fakeLibrary([fakeArticle({ slug: 'by-ann' })])
    const authorOf = async () => (await request('GET', '/api/blog/posts/by-ann')).body['author']
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

  test('an import does not overwrite what an admin edited', async () => {
    await publish({ slug: 'edited', title: 'Ours' })
    await ctx.db
      .update(posts)
      .set({ title: 'Theirs', importedHash: null })
      .where(eq(posts.slug, 'edited'))
    await publish({ slug: 'edited', title: 'Ours again' })
    expect((await request('GET', '/api/blog/posts/edited')).body).toMatchObject({ title: 'Theirs' })
  })

  test('two processes that start at once import each article once', async () => {
    const library = fakeLibrary([fakeArticle({ slug: 'twice' })])
    await Promise.all([importArticles(ctx, library), importArticles(ctx, library)])
    expect(await ctx.db.select().from(posts).where(eq(posts.slug, 'twice'))).toHaveLength(1)
  })
})
