import {
  createContent,
  listContent,
  saveContent,
  type Draft,
  type EditedPost,
  type loadContentChoices,
} from '@doorman/contract/content'
import { findArticleFaults, type ArticleFaults } from '@doorman/domain/article'
import type { AuthorId, CategoryId } from '@doorman/domain/ids'
import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { call, toUserMessage } from '../../lib/api.ts'
import { focusFirstInvalid, readFields } from '../../lib/form.ts'
import { paths } from '../../lib/paths.ts'
import { refetch } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { ArticleFields } from './article-fields.tsx'
import { ContentField } from './content-field.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { toPublishedAt } from './publication.ts'
import { contentText } from './content-text.ts'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'

export type Choices = z.infer<(typeof loadContentChoices)['reply']>

/** Writes one article. What cannot be saved stays in the form. */
export function PostEditor({ post, choices }: { post: EditedPost | null; choices: Choices }) {
  const navigate = useNavigate()
  const [kept, setKept] = useState({
    version: post?.version ?? 0,
    slug: post?.slug ?? '',
    publishedAt: post?.publishedAt ?? null,
  })
  const [content, setContent] = useState(post?.content ?? '')
  const [faults, setFaults] = useState<ArticleFaults>({})
  const isUnsaved = useRef(false)

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const since = kept.publishedAt ? new Date(kept.publishedAt) : new Date()
    const draft = readDraft(form, content, since)
    const found = findArticleFaults(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(form)
    try {
      const saved = post
        ? await call(saveContent, { ...draft, id: post.id, version: kept.version })
        : await call(createContent, draft)
      setKept(saved)
      isUnsaved.current = false
      toast.done(contentText.saved)
      await refetch(listContent)
      if (!post) await navigate(paths.editContent(saved.id), { replace: true })
    } catch (error) {
      toast.failed(contentText.saveFailed, toUserMessage(error) ?? contentText.textStays)
    }
  })

  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={onSubmit}
        onChange={() => (isUnsaved.current = true)}
        className="grid gap-6"
      >
        <ArticleFields post={post} choices={choices} faults={faults} />
        <ContentField content={content} error={faults.content} onChange={setContent} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isPending}>
            Save
          </Button>
          {post && (
            <Button asChild variant="secondary">
              <a href={paths.blogPost(kept.slug)} target="_blank" rel="noopener">
                See its page as last saved <ExternalLink aria-hidden className="size-3" />
                <span className="sr-only">, opens in a new tab</span>
              </a>
            </Button>
          )}
        </div>
      </form>
      {post && (
        <PictureUpload
          postId={post.id}
          onAdded={(markdown) => {
            isUnsaved.current = true
            setContent((before) => `${before.trimEnd()}\n\n${markdown}\n`)
          }}
        />
      )}
      <UnsavedGuard isUnsaved={isUnsaved} />
    </>
  )
}

/** Public without a time means `since`: what is public already stays so from the same time on. */
function readDraft(form: HTMLFormElement, content: string, since: Date): Draft {
  const { authorId, publication, publishedAt, ...words } = readFields(
    form,
    ...(['title', 'slug', 'metaDescription', 'excerpt', 'featuredImageAlt'] as const),
    ...(['authorId', 'publication', 'publishedAt'] as const),
  )
  const chosen = new FormData(form).getAll('categoryIds')
  return {
    ...words,
    content,
    // Safe: the choices came from the server, which looks at them again.
    authorId: authorId as AuthorId,
    categoryIds: chosen.map((id) => id as CategoryId),
    publishedAt: toPublishedAt({ isPublic: publication === 'public', entered: publishedAt }, since),
  }
}
