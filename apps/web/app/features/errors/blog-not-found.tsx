import { productName } from '@doorman/domain/brand'
import { isRouteErrorResponse } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { MessagePage } from './message-page.tsx'

/** For the error boundary of a blog page: shows a 404, and rethrows other errors for the root. */
export function BlogNotFound({
  error,
  title,
  description,
}: {
  error: unknown
  title: string
  description: string
}) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <>
      <title>{`${title} · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <MessagePage
        title={title}
        actions={
          <Button asChild>
            <a href={paths.blog}>Back to Blog</a>
          </Button>
        }
      >
        {description}
      </MessagePage>
    </>
  )
}
