import { createAuthor, renameAuthor, type AuthorEntry } from '@doorman/contract/content-names'
import { call } from '../../lib/api/call.ts'
import { Button } from '../../ui/basics/button.tsx'
import { AuthorPicture, Portrait } from './author-picture.tsx'
import { contentText } from './content-text.ts'
import { NameDialog } from './name-dialog.tsx'
import { NamesCard } from './names-card.tsx'

export function AuthorsCard({ authors }: { authors: readonly AuthorEntry[] }) {
  return (
    <NamesCard
      title="Authors"
      description="Shown next to each of their articles."
      add={
        <NameDialog
          title="New author"
          description="Once saved, you can choose them for articles."
          trigger={<Button variant="secondary">New author</Button>}
          fields={toFields(null)}
          saved={contentText.authorSaved}
          onSave={(values) => call(createAuthor, toAuthor(values))}
        />
      }
      items={authors.map((author) => ({
        id: author.id,
        name: author.name,
        note: author.bio,
        picture: <Portrait author={author} />,
        edit: (
          <NameDialog
            title="Edit author"
            description="Changes show up next to all of their articles."
            trigger={
              <Button variant="ghost" size="small" aria-label={`Edit author ${author.name}`}>
                Edit
              </Button>
            }
            fields={toFields(author)}
            saved={contentText.authorSaved}
            onSave={(values) => call(renameAuthor, { ...toAuthor(values), id: author.id })}
          >
            <AuthorPicture author={author} />
          </NameDialog>
        ),
      }))}
    />
  )
}

function toFields(author: AuthorEntry | null) {
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

type Values = Record<ReturnType<typeof toFields>[number]['name'], string>

const optional = 'Optional'

function toAuthor({ linkedinUrl, instagramUrl, ...rest }: Values) {
  return {
    ...rest,
    linkedinUrl: linkedinUrl.trim() || null,
    instagramUrl: instagramUrl.trim() || null,
  }
}
