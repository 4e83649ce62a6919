import type { BlogPost } from '@doorman/contract/blog'
import { blogName, productName } from '@doorman/domain/brand'
import { socialSize, toPicturePath } from '@doorman/domain/picture'
import { paths } from '../../lib/paths.ts'

type Described = {
  title: string
  description: string
  /** Where the site is reached, without a trailing slash. */
  origin: string
  path: string
  image?: { url: string; alt: string } | null
  type?: 'website' | 'article'
}

/** 37, 112: the head of a page of the blog, for people, search engines and whoever shares it. */
export function blogMeta({ title, description, origin, path, image, type = 'website' }: Described) {
  const url = origin + path
  return [
    { title: `${title} · ${productName}` },
    { name: 'description', content: description },
    { tagName: 'link' as const, rel: 'canonical', href: url },
    {
      tagName: 'link' as const,
      rel: 'alternate',
      type: 'application/rss+xml',
      title: blogName,
      href: origin + paths.blogFeed,
    },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(image
      ? [
          { property: 'og:image', content: origin + image.url },
          { property: 'og:image:width', content: String(socialSize.width) },
          { property: 'og:image:height', content: String(socialSize.height) },
          { property: 'og:image:alt', content: image.alt },
          { name: 'twitter:image', content: origin + image.url },
        ]
      : []),
  ]
}

/** The same of an article, with what it is as structured data. */
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
