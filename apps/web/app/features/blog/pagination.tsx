import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'

/** Next is enabled only if the current page is full. */
export function Pagination({ page, isFull }: { page: number; isFull: boolean }) {
  const link = (to: number) => (to === 1 ? paths.blog : `${paths.blog}?page=${to}`)
  return (
    <nav aria-label="Pages" className="mt-10 flex items-center justify-center gap-4">
      <Step name="Previous" path={page > 1 ? link(page - 1) : null} />
      <span className="text-sm text-muted-fg">Page {page}</span>
      <Step name="Next" path={isFull ? link(page + 1) : null} />
    </nav>
  )
}

function Step({ name, path }: { name: string; path: string | null }) {
  if (path === null)
    return (
      <Button variant="secondary" disabled>
        {name}
      </Button>
    )
  return (
    <Button asChild variant="secondary">
      <a href={path}>{name}</a>
    </Button>
  )
}
