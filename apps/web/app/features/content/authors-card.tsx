import { createAuthor, renameAuthor, type NamedAuthor } from '@doorman/contract/content-names'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { contentText } from './content-text.ts'
import { NameDialog } from './name-dialog.tsx'
import { NamesCard } from './names-card.tsx'

export function AuthorsCard({ authors }: { authors: readonly NamedAuthor[] }) {
  return (
    <NamesCard
      title="Authors"
      description="Who writes. Readers see them beside each of their articles."
      add={
        <NameDialog
          title="New author"
          description="They can be chosen for articles as soon as they are saved."
          trigger={<Button variant="secondary">New author</Button>}
          fields={toFields(null)}
          saved={contentText.authorSaved}
          onSave={(typed) => call(createAuthor, toWords(typed))}
        />
      }
      items={authors.map((author) => ({
        id: author.id,
        name: author.name,
        note: author.bio,
        edit: (
          <NameDialog
            title="Edit author"
            description="What you change here changes beside all of their articles."
            trigger={
              <Button variant="ghost" size="small" aria-label={`Edit author ${author.name}`}>
                Edit
              </Button>
            }
            fields={toFields(author)}
            saved={contentText.authorSaved}
            onSave={(typed) => call(renameAuthor, { ...toWords(typed), id: author.id })}
          />
        ),
      }))}
    />
  )
}

function toFields(author: NamedAuthor | null) {
  return [
    { name: 'name', label: 'Name', value: author?.name },
    { name: 'bio', label: 'About them', hint: 'One or two sentences', value: author?.bio },
    { name: 'linkedinUrl', label: 'LinkedIn profile', hint: optional, value: author?.linkedinUrl },
    {
      name: 'instagramUrl',
      label: 'Instagram profile',
      hint: optional,
      value: author?.instagramUrl,
    },
  ] as const
}

type Typed = Record<ReturnType<typeof toFields>[number]['name'], string>

const optional = 'May stay empty'

function toWords({ linkedinUrl, instagramUrl, ...words }: Typed) {
  return {
    ...words,
    linkedinUrl: linkedinUrl.trim() || null,
    instagramUrl: instagramUrl.trim() || null,
  }
}
