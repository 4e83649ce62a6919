import { isRouteErrorResponse, useLocation } from 'react-router'
import { Button } from '../../ui/basics/button.tsx'
import { MessagePage } from './message-page.tsx'
import { NotFound } from './not-found.tsx'

/** The page for an error that a route threw. */
export function ErrorMessage({ error }: { error: unknown }) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Broken />
}

function Broken() {
  const { pathname, search } = useLocation()
  return (
    <>
      <title>Something went wrong</title>
      <meta name="robots" content="noindex" />
      <MessagePage
        title="Something went wrong"
        actions={
          <Button asChild>
            <a href={pathname + search}>Try again</a>
          </Button>
        }
      >
        We couldn’t show this page. Nothing is lost. Please try again in a moment.
        {/* entry.server.tsx writes the request’s id into it. */}
        <span id="reference" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      </MessagePage>
    </>
  )
}
