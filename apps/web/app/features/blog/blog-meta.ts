import type { BlogPost } from '@doorman/contract/blog'
import { blogName, productName } from '@doorman/domain/brand'
import { toPicturePath } from '@doorman/domain/site/picture'
import { describePage } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'

/** The metadata of a blog page, with a link to the feed. */
export function blogMeta(page: Parameters<typeof describePage>[0]) {
  return [
    ...describePage(page),
    {
      tagName: 'link' as const,
      rel: 'alternate',
      type: 'application/rss+xml',
      title: blogName,
      href: page.origin + paths.blogFeed,
    },
  ]
}

/** The metadata of an article, with structured data. */
export function articleMeta(post: BlogPost, origin: string) {
  const path = paths.blogPost(post.slug)
  const social = post.featuredImageId && toPicturePath(post.featuredImageId, 'social.png')
  const crumbs = [
    { name: blogName, path: paths.blog },
    { name: post.title, path },
  ]
  return [
    ...blogMeta({
      title: post.title,
      description: post.metaDescription,
      origin,
      path,
      type: 'article',
      image: social ? { url: social, alt: post.title } : null,
    }),
    { property: 'article:published_time', content: post.publishedAt },
    { property: 'article:modified_time', content: post.updatedAt },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Article',
        headline: post.title,
        description: post.metaDescription,
        datePublished: post.publishedAt,
        dateModified: post.updatedAt,
        author: { '@type': 'Person', name: post.author.name },
        publisher: { '@type': 'Organization', name: productName, url: origin },
        mainEntityOfPage: origin + path,
        ...(social && { image: [origin + social] }),
      },
    },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map((crumb, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: crumb.name,
          item: origin + crumb.path,
        })),
      },
    },
  ]
}
