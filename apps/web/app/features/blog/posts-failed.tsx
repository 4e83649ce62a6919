import { Button } from '../../ui/button.tsx'

/** In place of a list that did not come. The link is the same page once more. */
export function PostsFailed({ message, path }: { message: string; path: string }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 py-16">
      <p className="text-muted-fg">{message}</p>
      <Button asChild variant="secondary">
        <a href={path}>Try again</a>
      </Button>
    </div>
  )
}
