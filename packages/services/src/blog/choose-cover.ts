import type { Db } from '@doorman/db/client'
import { posts } from '@doorman/db/schema'
import type { PostId } from '@doorman/domain/ids'
import { distinctCovers, drawCover, hasMotif, toDistinctSeed } from '@doorman/domain/site/cover'
import { and, asc, desc, eq, gt, isNull, lte, ne } from 'drizzle-orm'

/** The place of a cover on the index. A draft counts as published now. */
type Place = { readonly id: PostId | null; readonly publishedAt: Date | null; readonly now: Date }

/** The seed of a cover that differs from its neighbours on the index. `seed` is kept if it does. */
export async function chooseCoverSeed(tx: Db, seed: string, place: Place): Promise<string> {
  const at = place.publishedAt ?? place.now
  const others = and(isNull(posts.deletedAt), place.id ? ne(posts.id, place.id) : undefined)
  const older = await tx
    .select({ seed: posts.coverSeed })
    .from(posts)
    .where(and(others, lte(posts.publishedAt, at)))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(distinctCovers)
  const newer = await tx
    .select({ seed: posts.coverSeed })
    .from(posts)
    .where(and(others, gt(posts.publishedAt, at)))
    .orderBy(asc(posts.publishedAt), asc(posts.id))
    .limit(distinctCovers)
  return toDistinctSeed(
    seed,
    [...older, ...newer].map((one) => one.seed),
  )
}

/**
 * Chooses new motifs for covers of earlier versions, many of which look like their neighbours.
 * Covers that an editor has described stay. Returns the posts whose covers are to be painted.
 */
export async function renewCovers(tx: Db, now: Date): Promise<PostId[]> {
  const { id, coverSeed: seed, featuredImageAlt: alt, publishedAt } = posts
  const rows = await tx
    .select({ id, seed, alt, publishedAt })
    .from(posts)
    .where(eq(posts.hasUploadedCover, false))
    .orderBy(asc(posts.publishedAt), asc(posts.id))
  const renewed = rows.filter(
    (post) => !hasMotif(post.seed) && post.alt === drawCover(post.seed).alt,
  )
  for (const post of renewed) {
    const coverSeed = await chooseCoverSeed(tx, post.seed, { ...post, now })
    await tx
      .update(posts)
      .set({ coverSeed, featuredImageAlt: drawCover(coverSeed).alt })
      .where(eq(posts.id, post.id))
  }
  return renewed.map((post) => post.id)
}
