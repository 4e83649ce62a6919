import { productName } from '@doorman/domain/brand'
import { isRouteErrorResponse } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { MessagePage } from './message-page.tsx'

/** For a route's error boundary: says that it is not there, and leaves other errors to the root. */
export function NotThere({
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
