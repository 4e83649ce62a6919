import { Button } from '../../ui/basics/button.tsx'

/** Replaces a list that could not be loaded. `path` reloads the same page. */
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
