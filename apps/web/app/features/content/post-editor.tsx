import type { EditedPost } from '@doorman/contract/content'
import { toSlug } from '@doorman/domain/site/slug'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { ArticleFields, TitleField } from './article-fields.tsx'
import type { Choices } from './choices.ts'
import { ContentField } from './content-field.tsx'
import { contentText } from './content-text.ts'
import { CoverCard } from './cover-card.tsx'
import { DeleteButton } from './delete-button.tsx'
import { EditorBar } from './editor-bar.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { useArticleForm } from './use-article-form.ts'

/** The editor of one article. A new article becomes an existing one with its first save. */
export function PostEditor({ post, choices }: { post: EditedPost | null; choices: Choices }) {
  const navigate = useNavigate()
  const { formRef, isUnsaved, isPending, onSubmit, status, faults, saved, ...form } =
    useArticleForm(post)
  const { noteChange, discardChanges } = form
  const [content, setContent] = useState(post?.content ?? '')
  const madeSlug = useRef(post ? toSlug(post.title) : '')

  /** The address of a draft follows its title, until the editor enters another one. */
  function followTitle(title: string) {
    const slug = formRef.current?.elements.namedItem('slug')
    const isDraft = saved.publishedAt === null
    if (!isDraft || !(slug instanceof HTMLInputElement) || slug.value !== madeSlug.current) return
    madeSlug.current = toSlug(title)
    if (slug.value === madeSlug.current) return
    slug.value = madeSlug.current
    noteChange()
  }

  function clearCoverDescription() {
    const field = formRef.current?.elements.namedItem('featuredImageAlt')
    if (field instanceof HTMLTextAreaElement) field.value = ''
    noteChange()
  }

  function leave() {
    discardChanges()
    void navigate(paths.adminContent)
  }

  return (
    <>
      <form
        ref={formRef}
        method="post"
        noValidate
        onSubmit={onSubmit}
        onChange={noteChange}
        className="grid grid-cols-1 gap-6"
      >
        <EditorBar saved={saved} isNew={post === null} status={status} isPending={isPending} />
        {form.isConflict && post && (
          <Banner
            tone="danger"
            action={
              <Button asChild variant="secondary">
                <a href={paths.editContent(post.id)} target="_blank" rel="noopener">
                  Open the saved version
                </a>
              </Button>
            }
          >
            {contentText.conflict}
          </Banner>
        )}
        <TitleField title={post?.title ?? ''} error={faults.title} onEntered={followTitle} />
        <ContentField content={content} error={faults.content} onChange={setContent} />
        <ArticleFields post={post} choices={choices} faults={faults} />
      </form>
      {post ? (
        <>
          <PictureUpload
            postId={post.id}
            isPublic={form.isPublic}
            onAdded={(markdown) => {
              setContent((before) => `${before.trimEnd()}\n\n${markdown}\n`)
              noteChange()
            }}
          />
          <CoverCard post={post} onUploaded={clearCoverDescription} />
          <div className="-mx-4">
            <DeleteButton post={post} label="Delete article" onDeleted={leave} />
          </div>
        </>
      ) : (
        <Card
          title="Cover and pictures"
          description="Once the article is saved, we paint a cover from its title. You can then upload your own, and add pictures to the text."
        />
      )}
      <UnsavedGuard isUnsaved={isUnsaved} />
    </>
  )
}
