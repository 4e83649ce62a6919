import type { BlogCategory } from '@doorman/contract/blog'
import { createCategory, renameCategory } from '@doorman/contract/content-names'
import { call } from '../../lib/api/call.ts'
import { Button } from '../../ui/basics/button.tsx'
import { contentText } from './content-text.ts'
import { NameDialog } from './name-dialog.tsx'
import { NamesCard } from './names-card.tsx'

export function CategoriesCard({ categories }: { categories: readonly BlogCategory[] }) {
  return (
    <NamesCard
      title="Categories"
      description="What articles are about. Each category has its own page."
      add={
        <NameDialog
          title="New category"
          description="Once saved, you can choose it for articles."
          trigger={<Button variant="secondary">New category</Button>}
          fields={[
            ...toFields(null),
            {
              name: 'slug',
              label: 'Address',
              hint: 'Lower-case words joined by hyphens. You can’t change it later.',
            },
          ]}
          saved={contentText.categorySaved}
          onSave={(values) => call(createCategory, values)}
        />
      }
      items={categories.map((category) => ({
        id: category.id,
        name: category.name,
        note: category.description ?? '',
        edit: (
          <NameDialog
            title="Edit category"
            description={`Its page stays at /blog/category/${category.slug}.`}
            trigger={
              <Button variant="ghost" size="small" aria-label={`Edit category ${category.name}`}>
                Edit
              </Button>
            }
            fields={toFields(category)}
            saved={contentText.categorySaved}
            onSave={(values) => call(renameCategory, { ...values, id: category.id })}
          />
        ),
      }))}
    />
  )
}

function toFields(category: BlogCategory | null) {
  return [
    { name: 'name', label: 'Name', value: category?.name },
    {
      name: 'description',
      label: 'Description',
      hint: 'One sentence, for its page and for search engines',
      value: category?.description,
    },
  ] as const
}
