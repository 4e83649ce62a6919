import { isRouteErrorResponse, useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { MessagePage } from './message-page.tsx'
import { NotFound } from './not-found.tsx'

/** What a route threw, in words: it is not there, or it broke. */
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
        This page could not be shown. Nothing has been lost; please try again in a moment.
      </MessagePage>
    </>
  )
}
