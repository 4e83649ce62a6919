import { NavLink } from 'react-router'

/** Links to pages that belong together, as a row of which one is current. */
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
      className="flex max-w-full gap-0.5 overflow-x-auto rounded-control border border-border p-0.5 max-sm:w-full"
    >
      {links.map(({ path, title }) => (
        <NavLink
          key={path}
          to={path}
          end
          className="grid h-11 shrink-0 grow place-items-center rounded-control px-3 text-sm font-medium text-muted-fg hover:text-fg focus-visible:-outline-offset-2 aria-[current=page]:bg-muted aria-[current=page]:text-fg md:h-7"
        >
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
