import type { EditedPost } from '@doorman/contract/content'
import { toSlug } from '@doorman/domain/site/slug'
import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { ArticleFields } from './article-fields.tsx'
import type { Choices } from './choices.ts'
import { ContentField } from './content-field.tsx'
import { CoverCard } from './cover-card.tsx'
import { deleteArticle } from './deletion.ts'
import { PictureUpload } from './picture-upload.tsx'
import { useArticleForm } from './use-article-form.ts'

/** The editor of one article. A new article becomes an existing one with its first save. */
export function PostEditor({ post, choices }: { post: EditedPost | null; choices: Choices }) {
  const navigate = useNavigate()
  const { formRef, isUnsaved, isPending, onSubmit, status, faults, savedSlug, ...form } =
    useArticleForm(post)
  const { noteChange, discardChanges } = form
  const [content, setContent] = useState(post?.content ?? '')
  const madeSlug = useRef('')

  /** Until the first save the address follows the title, unless the editor has entered one. */
  function followTitle(title: string) {
    const slug = formRef.current?.elements.namedItem('slug')
    if (post || !(slug instanceof HTMLInputElement) || slug.value !== madeSlug.current) return
    madeSlug.current = toSlug(title)
    slug.value = madeSlug.current
    noteChange()
  }

  function clearCoverDescription() {
    const field = formRef.current?.elements.namedItem('featuredImageAlt')
    if (field instanceof HTMLInputElement) field.value = ''
    noteChange()
  }

  async function deleteThis({ id }: EditedPost) {
    discardChanges()
    if (await deleteArticle(id)) await navigate(paths.adminContent)
  }

  return (
    <>
      <form
        ref={formRef}
        method="post"
        noValidate
        onSubmit={onSubmit}
        onChange={noteChange}
        className="grid gap-6"
      >
        <ArticleFields post={post} choices={choices} faults={faults} onTitleEntered={followTitle} />
        <ContentField content={content} error={faults.content} onChange={setContent} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" isPending={isPending}>
            Save
          </Button>
          {post && (
            <Button asChild variant="secondary">
              <a href={paths.blogPost(savedSlug)} target="_blank" rel="noopener">
                Preview saved version <ExternalLink aria-hidden className="size-3" />
                <span className="sr-only">, opens in a new tab</span>
              </a>
            </Button>
          )}
          {post && (
            <Button variant="ghost" onClick={() => void deleteThis(post)}>
              Delete article
            </Button>
          )}
          <p role="status" className="text-sm text-muted-fg">
            {status}
          </p>
        </div>
      </form>
      {post ? (
        <CoverCard post={post} onUploaded={clearCoverDescription} />
      ) : (
        <Card
          title="Cover and pictures"
          description="Once the article is saved, we paint a cover from its title. You can then upload your own, and add pictures to the text."
        />
      )}
      {post && (
        <PictureUpload
          postId={post.id}
          onAdded={(markdown) => {
            setContent((before) => `${before.trimEnd()}\n\n${markdown}\n`)
            noteChange()
          }}
        />
      )}
      <UnsavedGuard isUnsaved={isUnsaved} />
    </>
  )
}
