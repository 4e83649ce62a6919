import { Link } from 'react-router'
import { Button } from '../../ui/basics/button.tsx'

/** Replaces a list that could not be loaded. The rest of the page and the typed search stay. */
export function PostsFailed({ message, path }: { message: string; path: string }) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-card border border-border bg-card px-4 py-12"
    >
      <p>{message}</p>
      <Button asChild variant="secondary">
        <Link to={path} discover="none" replace preventScrollReset>
          Try again
        </Link>
      </Button>
    </div>
  )
}
