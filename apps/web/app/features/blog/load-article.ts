import { loadPost } from '@doorman/contract/blog'
import { loadDraftPage } from '@doorman/contract/content'
import { ApiError, type createCall } from '../../lib/api/call.ts'
import { orNull } from '../../lib/api/server-call.ts'

/** The article with a slug. Only an admin gets an article that is not published yet. */
export async function loadArticle(
  call: ReturnType<typeof createCall>,
  { slug, mayBeAdmin }: { slug: string; mayBeAdmin: boolean },
) {
  try {
    return { isPreview: false as const, post: await call(loadPost, { slug }) }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    const draft = isMissing && mayBeAdmin ? await orNull(call(loadDraftPage, { slug })) : null
    if (draft === null) throw error
    return { isPreview: true as const, post: draft }
  }
}
