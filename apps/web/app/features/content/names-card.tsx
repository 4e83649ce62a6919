import type { ReactNode } from 'react'
import { Card } from '../../ui/basics/card.tsx'

/** A list of categories or authors, each with a button to edit it. */
export function NamesCard({
  title,
  description,
  add,
  items,
}: {
  title: string
  description: string
  add: ReactNode
  items: readonly {
    id: string
    name: string
    note: string
    picture?: ReactNode
    edit: ReactNode
  }[]
}) {
  return (
    <Card title={title} description={description} action={add}>
      <ul className="-mb-3 divide-y divide-border border-t border-border text-sm">
        {items.map(({ id, name, note, picture, edit }) => (
          <li key={id} className="flex items-center gap-3 py-3">
            {picture}
            <span className="min-w-0 grow">
              <span className="block font-medium break-words">{name}</span>
              <span className="line-clamp-2 text-muted-fg">{note}</span>
            </span>
            {edit}
          </li>
        ))}
      </ul>
    </Card>
  )
}
