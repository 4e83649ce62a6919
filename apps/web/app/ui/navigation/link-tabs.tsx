import { NavLink } from 'react-router'

/** Links to pages that belong together, shown as tabs. */
export function LinkTabs({
  label,
  links,
}: {
  label: string
  links: readonly { path: string; title: string }[]
}) {
  return (
    <nav
      aria-label={label}
      className="flex max-w-full gap-1 overflow-x-auto border-b border-border"
    >
      {links.map(({ path, title }) => (
        <NavLink
          key={path}
          to={path}
          end
          className="-mb-px grid h-11 shrink-0 place-items-center border-b-2 border-transparent px-3 text-sm font-medium text-muted-fg hover:text-fg focus-visible:-outline-offset-2 aria-[current=page]:border-primary aria-[current=page]:text-fg md:h-9"
        >
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
