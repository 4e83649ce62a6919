import { productName } from '@doorman/domain/brand'
import type { MouseEvent } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFound() {
  return (
    <>
      <title>{`Page Not Found · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <MessagePage
        title="Page Not Found"
        actions={
          <>
            <Button asChild>
              <a href={paths.home}>Go Home</a>
            </Button>
            {/* A form, so that the button leads home if there are no scripts or no history. */}
            <form action={paths.home}>
              <Button type="submit" variant="secondary" onClick={goBack} data-interactive="">
                Go Back
              </Button>
            </form>
          </>
        }
      >
        The page you are looking for does not exist or has been moved.
      </MessagePage>
    </>
  )
}

function goBack(event: MouseEvent) {
  if (history.length <= 1) return
  event.preventDefault()
  history.back()
}
