import { loadContent, loadContentChoices } from '@doorman/contract/content'
import type { PostId } from '@doorman/domain/ids'
import { PostEditor } from '../../features/content/post-editor.tsx'
import { call } from '../../lib/api/call.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Page } from '../../ui/basics/page.tsx'
import type { Route } from './+types/content-editor.ts'

export const meta = () => privateMeta('Edit article')

const choices = query(loadContentChoices, {})

/** An article is always loaded again: another admin may have saved it. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const found = await queryClient.ensureQueryData(choices)
  if (params.id === 'new') return { post: null, choices: found }
  // Safe: the server checks whether there is such an article.
  return { post: await call(loadContent, { id: params.id as PostId }), choices: found }
}

export default function ContentEditorPage({ loaderData }: Route.ComponentProps) {
  const { post } = loaderData
  return (
    <Page title={post ? 'Edit article' : 'New article'}>
      <PostEditor key={post?.id ?? 'new'} post={post} choices={loaderData.choices} />
    </Page>
  )
}
