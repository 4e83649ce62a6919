import { loadPost } from '@doorman/contract/blog'
import { loadDraftPage } from '@doorman/contract/content'
import { ApiError, type createCall } from '../../lib/api.ts'
import { orNull } from '../../lib/page-call.ts'

/** The article at an address. An admin sees it before it is published; to anybody else it is not there. */
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
