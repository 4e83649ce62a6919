import type { CategoryBadge } from '@doorman/contract/blog'
import { paths } from '../../lib/paths.ts'

export function CategoryBadges({
  label,
  categories,
  current,
}: {
  label: string
  categories: readonly CategoryBadge[]
  /** The slug of the category whose page this is. */
  current?: string
}) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {categories.map(({ slug, name }) => (
        <li key={slug}>
          <a
            href={paths.blogCategory(slug)}
            aria-current={slug === current ? 'page' : undefined}
            className="inline-flex min-h-7 items-center rounded-full border border-cold/40 bg-cold/10 px-3 text-xs font-medium text-cold hover:border-cold aria-[current=page]:border-cold"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
