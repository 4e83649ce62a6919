import { loadContent, loadContentChoices } from '@doorman/contract/content'
import { PostId } from '@doorman/domain/ids'
import { data } from 'react-router'
import { PostEditor } from '../../features/content/post-editor.tsx'
import { call } from '../../lib/api.ts'
import { privateMeta } from '../../lib/page-meta.ts'
import { queryClient } from '../../lib/query-client.ts'
import { query } from '../../lib/query.ts'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/content-editor.ts'

export const meta = () => privateMeta('Edit article')

const choices = query(loadContentChoices, {})

/** An article is always asked for anew: somebody else may have saved it. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const found = await queryClient.ensureQueryData(choices)
  if (params.id === 'new') return { post: null, choices: found }
  const id = PostId.safeParse(params.id)
  if (!id.success) throw data(null, { status: 404 })
  return { post: await call(loadContent, { id: id.data }), choices: found }
}

export default function ContentEditorPage({ loaderData }: Route.ComponentProps) {
  const { post } = loaderData
  return (
    <Page title={post ? 'Edit article' : 'New article'}>
      <PostEditor key={post?.id ?? 'new'} post={post} choices={loaderData.choices} />
    </Page>
  )
}
