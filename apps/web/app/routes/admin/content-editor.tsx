import { loadContent, loadContentChoices } from '@doorman/contract/content'
import type { PostId } from '@doorman/domain/ids'
import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { PostEditor } from '../../features/content/post-editor.tsx'
import { call } from '../../lib/api/call.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'
import { paths, type NavigationState } from '../../lib/paths.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { Button } from '../../ui/basics/button.tsx'
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
  const { state } = useLocation() as { state: NavigationState | null }
  // The first save leads from /new to the article’s own address. The editor stays as it is: its
  // author may be typing.
  const key = post && !state?.keepsFocus ? post.id : 'new'
  return (
    <Page title={post ? 'Edit article' : 'New article'}>
      <div>
        <Button asChild variant="secondary">
          <Link to={paths.adminContent}>
            <ArrowLeft aria-hidden /> Content
          </Link>
        </Button>
      </div>
      <PostEditor key={key} post={post} choices={loaderData.choices} />
    </Page>
  )
}
