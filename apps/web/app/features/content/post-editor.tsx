import {
  createContent,
  listContent,
  saveContent,
  type Draft,
  type EditedPost,
} from '@doorman/contract/content'
import { findArticleErrors, type ArticleErrors } from '@doorman/domain/site/article'
import type { AuthorId, CategoryId } from '@doorman/domain/ids'
import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ArticleFields } from './article-fields.tsx'
import type { Choices } from './choices.ts'
import { ContentField } from './content-field.tsx'
import { contentText } from './content-text.ts'
import { PictureUpload } from './picture-upload.tsx'
import { toPublishedAt } from './publication.ts'

/** The editor of one article. If saving fails, the text stays in the form. */
export function PostEditor({ post, choices }: { post: EditedPost | null; choices: Choices }) {
  const navigate = useNavigate()
  const [lastSaved, setLastSaved] = useState({
    version: post?.version ?? 0,
    slug: post?.slug ?? '',
    publishedAt: post?.publishedAt ?? null,
  })
  const [content, setContent] = useState(post?.content ?? '')
  const [faults, setFaults] = useState<ArticleErrors>({})
  const isUnsaved = useRef(false)

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const since = lastSaved.publishedAt ? new Date(lastSaved.publishedAt) : new Date()
    const draft = readDraft(form, content, since)
    const found = findArticleErrors(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(form)
    try {
      const saved = post
        ? await call(saveContent, { ...draft, id: post.id, version: lastSaved.version })
        : await call(createContent, draft)
      setLastSaved(saved)
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
              <a href={paths.blogPost(lastSaved.slug)} target="_blank" rel="noopener">
                Preview saved version <ExternalLink aria-hidden className="size-3" />
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

/** A public article without an entered time is published at `since`: its old time, or now. */
function readDraft(form: HTMLFormElement, content: string, since: Date): Draft {
  const { authorId, publication, publishedAt, ...texts } = readFields(
    form,
    ...(['title', 'slug', 'metaDescription', 'excerpt', 'featuredImageAlt'] as const),
    ...(['authorId', 'publication', 'publishedAt'] as const),
  )
  const chosen = new FormData(form).getAll('categoryIds')
  return {
    ...texts,
    content,
    // Safe: the choices came from the server, which validates them again.
    authorId: authorId as AuthorId,
    categoryIds: chosen.map((id) => id as CategoryId),
    publishedAt: toPublishedAt({ isPublic: publication === 'public', entered: publishedAt }, since),
  }
}
