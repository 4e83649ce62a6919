import { sample, whenThorough } from '@doorman/domain/testing/sample'
import { readLibrary } from '@doorman/cli/product/read-library'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  expectAccessibleOnEveryScreen,
  holdScripts,
  openContext,
  phone,
  testInOwnWorld as test,
} from './visit.ts'
import { waitForHydration, waitForHeading, type World } from './world.ts'

const { articles } = await readLibrary()
const newestFirst = articles.toSorted((one, other) =>
  other.publishedAt.localeCompare(one.publishedAt),
)
const painted = newestFirst[0]!
let isPublished = false

/** Only the first article gets a cover, because rendering eighteen takes too long. */
async function publishAll(world: World) {
  if (isPublished) return
  isPublished = true
  await world.publish([painted], { hasCovers: true })
  await expect
    .poll(async () => (await loadPost(world, painted.slug)).featuredImageId, { timeout: 90_000 })
    .not.toBeNull()
  await world.publish(articles)
}

async function loadPost(world: World, slug: string) {
  const answer = await fetch(`${world.url}/api/blog/posts/${slug}`)
  return (await answer.json()) as {
    id: string
    featuredImageId: string | null
    featuredImageAlt: string
    viewCount: number
  }
}

whenThorough(test)(
  'a blog without articles says so, and so does each category',
  async ({ page }) => {
    await page.goto('/blog')
    await page.getByText('No articles published yet.').waitFor()
    await page.goto('/blog/category/privacy')
    await page.getByText('No articles in this category yet.').waitFor()
  },
)

test('the index lists all articles, twelve per page, and a category its own', async ({
  page,
  world,
}) => {
  await publishAll(world)
  await page.goto('/blog')
  await page.getByRole('heading', { level: 1, name: 'The Inbox Defender' }).waitFor()
  const cards = page.getByRole('article')
  expect(await cards.count()).toBe(12)
  expect(await cards.first().getByRole('heading').textContent()).toBe(painted.title)
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/blog?page=2')
  await expect.poll(() => cards.count()).toBe(articles.length - 12)
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Previous' }).click()
  await page.waitForURL('**/blog')

  const categories = page.getByRole('list', { name: 'Categories', exact: true })
  await categories.getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
  expect(await cards.count()).toBe(
    articles.filter((article) => article.categories.includes('privacy')).length,
  )
})

test('typing searches, and the URL keeps the search', async ({ page, world }) => {
  await publishAll(world)
  await page.goto('/blog?page=2')
  await waitForHydration(page)
  const box = page.getByRole('searchbox', { name: 'Search articles' })
  await box.pressSequentially('dmarc')
  await page.waitForURL('**/blog?q=dmarc')
  await page
    .getByRole('status')
    .getByText(/articles? found/)
    .waitFor()
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  await box.fill('zzzz')
  await page.getByText('No articles found matching your search.').waitFor()
  await box.fill('')
  await page.getByText('Page 1').waitFor()
})

test('a search that is typed before hydration is carried out once the page hydrates', async ({
  page,
  world,
}) => {
  await publishAll(world)
  const release = await holdScripts(page)
  await page.goto('/blog')
  const box = page.getByRole('searchbox', { name: 'Search articles' })
  await box.pressSequentially('dmarc')
  release()
  await page.waitForURL('**/blog?q=dmarc')
  await page
    .getByRole('status')
    .getByText(/articles? found/)
    .waitFor()
  expect(await box.inputValue()).toBe('dmarc')
})

test('a search that fails says so in its place, keeps what was typed, and can be repeated', async ({
  page,
  world,
}) => {
  await publishAll(world)
  await page.goto('/blog')
  await waitForHydration(page)
  await page.route('**/blog.data*', (route) => route.abort())
  const box = page.getByRole('searchbox', { name: 'Search articles' })
  await box.pressSequentially('dmarc')
  const failure = page.getByRole('alert')
  await failure.getByText('Failed to search posts').waitFor()
  expect(await box.inputValue()).toBe('dmarc')
  await page.getByRole('list', { name: 'Categories', exact: true }).getByText('Privacy').waitFor()
  await page.unroute('**/blog.data*')
  await failure.getByRole('link', { name: 'Try again' }).click()
  await page
    .getByRole('status')
    .getByText(/articles? found/)
    .waitFor()
  expect(await box.inputValue()).toBe('dmarc')
})

whenThorough(test)('search, pages and articles work without JavaScript', async ({ world }) => {
  await publishAll(world)
  const context = await openContext(phone, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/blog')
  await page.getByRole('searchbox').fill('dmarc')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/blog?q=dmarc')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.getByText('Share this article').waitFor()
  await context.close()
})

test('an article page is complete, with a head for search engines, and counts a view once', async ({
  page,
  world,
  context,
}) => {
  await publishAll(world)
  await context.route(/^https:/, (route) => route.fulfill({ body: 'Elsewhere' }))
  const views: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/view')) views.push(request.postData() ?? 'no body')
  })
  await page.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = (url, target, features) => {
      document.documentElement.dataset.opened = features
      return open(url, target, features)
    }
  })
  await page.goto(`/blog/${painted.slug}`)
  await page.getByRole('heading', { level: 1, name: painted.title }).waitFor()
  const day = new Date(painted.publishedAt).toLocaleDateString('en-US', { dateStyle: 'long' })
  await page.getByText(day).waitFor()
  const { featuredImageId, featuredImageAlt } = await loadPost(world, painted.slug)
  const picture = page.getByRole('article').first().getByRole('img').first()
  expect(await picture.getAttribute('alt')).toBe(featuredImageAlt)
  for (const format of ['avif', 'webp'])
    expect(
      await page.locator(`article source[type="image/${format}"]`).first().getAttribute('srcset'),
    ).toMatch(new RegExp(`480\\.${format} 480w, .*768\\.${format} 768w, .*1200\\.${format} 1200w$`))

  const contentOf = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
  expect(await contentOf('description')).toBe(painted.metaDescription)
  expect(await contentOf('twitter:card')).toBe('summary_large_image')
  const preview = (await contentOf('og:image')) ?? ''
  expect(preview).toContain(featuredImageId)
  expect((await page.request.get(preview)).headers()['content-type']).toBe('image/png')
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((text) => JSON.parse(text) as object)).toMatchObject([
    {
      '@type': 'Article',
      headline: painted.title,
      mainEntityOfPage: `${world.url}/blog/${painted.slug}`,
    },
    { '@type': 'BreadcrumbList' },
  ])

  await page.getByRole('heading', { name: 'Ready to Filter Cold Outreach?' }).waitFor()
  expect(await page.getByRole('link', { name: 'Start Free Trial' }).getAttribute('href')).toBe(
    '/register',
  )
  // The view is counted without React, and not again when the article hydrates.
  await expect.poll(() => views).toEqual(['no body'])
  await expect.poll(async () => (await loadPost(world, painted.slug)).viewCount).toBe(1)
  await page
    .getByRole('article')
    .first()
    .evaluate((part) => part.toggleAttribute('data-interactive'))
  await waitForHydration(page)
  expect(views).toHaveLength(1)
  // A count of zero is not shown.
  const share = page.getByRole('link', { name: 'LinkedIn', exact: true })
  expect(await share.textContent()).not.toContain('0')

  const popup = context.waitForEvent('page')
  await share.click()
  const opened = await popup
  await opened.waitForURL(/linkedin/)
  expect(decodeURIComponent(opened.url())).toContain(`url=${world.url}/blog/${painted.slug}`)
  expect(await page.locator('html').getAttribute('data-opened')).toContain('width=600,height=400')
  await opened.close()
})

test('an article leads on to its sections and to other articles', async ({ page, world }) => {
  await publishAll(world)
  await page.goto(`/blog/${painted.slug}`)
  const contents = page.getByRole('navigation', { name: 'In this article' })
  const titles = [...painted.content.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
  expect(await contents.getByRole('link').allTextContents()).toEqual(titles)
  await contents.getByRole('link').last().click()
  await expect
    .poll(() => page.getByRole('heading', { name: titles.at(-1)! }).boundingBox())
    .toMatchObject({ y: expect.closeTo(100, -2) as number })
  // The table of contents and the card follow the reader.
  expect(await contents.evaluate((nav) => nav.getBoundingClientRect().top)).toBeGreaterThan(0)

  const more = page.getByRole('region', { name: 'Keep reading' })
  await more.getByRole('heading', { name: 'Related articles' }).waitFor()
  await more.getByRole('link', { name: newestFirst[1]!.title }).click()
  await page.getByRole('heading', { level: 1, name: newestFirst[1]!.title }).waitFor()
  expect(await more.getByRole('link', { name: painted.title }).count()).toBeGreaterThan(0)
})

test('the sidebar of an article is beside it on a desktop and below it on a phone', async ({
  page,
  world,
}) => {
  await publishAll(world)
  await page.goto(`/blog/${painted.slug}`)
  const sidebarPlace = async () => {
    const article = await page.getByRole('article').first().boundingBox()
    const aside = await page.getByRole('complementary', { name: 'About this' }).boundingBox()
    if (aside!.x >= article!.x + article!.width) return 'beside the article'
    return aside!.y >= article!.y + article!.height ? 'below the article' : 'over the article'
  }
  expect(await sidebarPlace()).toBe('beside the article')
  await page.setViewportSize(phone)
  await expect.poll(sidebarPlace).toBe('below the article')
})

test('a printed article is black text on white, without its surroundings', async ({
  page,
  world,
}) => {
  await publishAll(world)
  await page.goto(`/blog/${painted.slug}`)
  await page.emulateMedia({ media: 'print' })
  await expectPrintable(page)
  await page.getByText(/^By \w/).waitFor()
  const subject = page.getByRole('list', { name: 'Categories' }).getByRole('link').first()
  expect(await subject.evaluate((badge) => getComputedStyle(badge).color)).toBe('rgb(0, 0, 0)')
})

whenThorough(test)(
  'a printed legal document is black text on white, without navigation',
  async ({ page }) => {
    await page.emulateMedia({ media: 'print' })
    for (const path of ['/privacy-policy', '/terms-of-service']) {
      await page.goto(path)
      await expectPrintable(page)
    }
  },
)

/** Expects black text on white paper, without navigation. */
async function expectPrintable(page: Page) {
  const title = page.getByRole('heading', { level: 1 })
  expect(await title.isVisible()).toBe(true)
  expect(await title.evaluate((heading) => getComputedStyle(heading).color)).toBe('rgb(0, 0, 0)')
  expect(
    await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
  ).toBe('rgb(255, 255, 255)')
  expect(await page.getByText('Skip to content').isVisible()).toBe(false)
  for (const around of ['banner', 'contentinfo', 'complementary'] as const)
    expect(await page.getByRole(around).filter({ visible: true }).count()).toBe(0)
}

test('an unknown article and an unknown category are not found', async ({ page }) => {
  const missing = await page.goto('/blog/nothing-here')
  expect(missing?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Article Not Found' }).waitFor()
  await page.getByText('The article you’re looking for doesn’t exist').waitFor()
  await page.getByRole('link', { name: 'Back to Blog' }).click()
  await page.waitForURL('**/blog')

  const noCategory = await page.goto('/blog/category/nothing')
  expect(noCategory?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Category Not Found' }).waitFor()
  await page.getByText('The category you’re looking for doesn’t exist.').waitFor()
})

test('feed, sitemap and robots.txt list the public pages', async ({ page, world }) => {
  await publishAll(world)
  await page.goto('/blog')
  const feed = await page.locator('link[type="application/rss+xml"]').getAttribute('href')
  const read = async (url: string, type = 'text/plain') => {
    const answer = await page.request.get(url)
    // A browser shows a file of this type, and does not save it.
    expect([url, answer.headers()['content-type']]).toEqual([url, `${type}; charset=utf-8`])
    return answer.text()
  }
  const parsed = (xml: string, name: string) =>
    page.evaluate(
      ([text = '', tag = '']) => {
        const document = new DOMParser().parseFromString(text, 'application/xml')
        return [...document.querySelectorAll(`parsererror, ${tag}`)].map((node) => node.textContent)
      },
      [xml, name],
    )
  const news = await read(feed ?? '', 'application/rss+xml')
  expect((await parsed(news, 'item > title'))[0]).toBe(painted.title)
  const { id } = await loadPost(world, painted.slug)
  expect((await parsed(news, 'item > guid[isPermaLink=false]'))[0]).toBe(id)
  const places = await parsed(await read(`${world.url}/sitemap.xml`, 'application/xml'), 'loc')
  expect(places).toEqual(
    expect.arrayContaining([
      `${world.url}/`,
      `${world.url}/blog/category/privacy`,
      `${world.url}/privacy-policy`,
    ]),
  )
  expect(places.filter((place) => /\/blog\/[^/]+$/.test(place ?? ''))).toHaveLength(articles.length)
  const robots = await read(`${world.url}/robots.txt`)
  for (const line of [
    'Disallow: /dashboard',
    'Disallow: /admin',
    'Disallow: /api/',
    `Sitemap: ${world.url}/sitemap.xml`,
  ])
    expect(robots).toContain(line)
  // What browsers ask for when they show a feed or a sitemap.
  const icon = await page.request.get('/favicon.ico')
  expect(icon.headers()['content-type']).toBe('image/vnd.microsoft.icon')
})

test('the blog is accessible and does not scroll sideways on any screen', async ({
  page,
  world,
}) => {
  await publishAll(world)
  const paths = [
    `/blog/${painted.slug}`,
    '/blog',
    '/blog?q=zzzz',
    '/blog/category/privacy',
    '/blog/judge-your-mailbox-without-connecting',
    '/blog/nothing-here',
  ]
  for (const path of sample(paths, 2)) {
    await page.goto(path)
    await waitForHeading(page)
    await expectAccessibleOnEveryScreen(page)
  }
})
