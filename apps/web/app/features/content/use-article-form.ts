import {
  createContent,
  listContent,
  saveContent,
  type Draft,
  type EditedPost,
} from '@doorman/contract/content'
import type { AuthorId, CategoryId } from '@doorman/domain/ids'
import { findArticleErrors, type ArticleErrors } from '@doorman/domain/site/article'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { contentText } from './content-text.ts'
import { toPublishedAt } from './publication.ts'

const autosaveDelayMs = 2_000
const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/**
 * Saves an article: a draft by itself soon after each change, a public article when its editor asks
 * for it. If saving fails, the text stays in the form.
 */
export function useArticleForm(post: EditedPost | null) {
  const navigate = useNavigate()
  const formRef = useRef<HTMLFormElement>(null)
  const isUnsaved = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The save that runs. Saves follow one another: each needs the version that the last one made. */
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const saved = useRef<Pick<EditedPost, 'id' | 'version' | 'slug' | 'publishedAt'> | null>(post)
  const [shown, setShown] = useState({
    slug: post?.slug ?? '',
    publishedAt: post?.publishedAt ?? null,
  })
  const [status, setStatus] = useState<string>(post ? contentText.savedBefore : '')
  const [isConflict, setConflict] = useState(false)
  const [faults, setFaults] = useState<ArticleErrors>({})

  useEffect(() => () => clearTimeout(timer.current), [])

  function readDraft(form: HTMLFormElement): Draft {
    const since = saved.current?.publishedAt ? new Date(saved.current.publishedAt) : new Date()
    return toDraft(form, since)
  }

  /** Readers see an article change only when its editor saves it. */
  function isPublic(draft: Draft): boolean {
    return draft.publishedAt !== null || saved.current?.publishedAt != null
  }

  /** Throws if the server refuses. A change during the save stays unsaved. */
  async function send(form: HTMLFormElement, draft: Draft): Promise<void> {
    isUnsaved.current = false
    setStatus(contentText.saving)
    try {
      const before = saved.current
      const next = before
        ? await call(saveContent, { ...draft, id: before.id, version: before.version })
        : await call(createContent, draft)
      saved.current = next
      setShown(next)
      showNewAlt(form, draft, next)
      await refetch(listContent)
      if (!before)
        await navigate(paths.editContent(next.id), { replace: true, state: { keepsFocus: true } })
    } catch (error) {
      isUnsaved.current = true
      // A conflict without a field means that someone else saved the article; with one, the address
      // is taken.
      if (error instanceof ApiError && error.code === 'conflict' && !error.field) setConflict(true)
      throw error
    }
  }

  function enqueue(save: () => Promise<void>): Promise<void> {
    clearTimeout(timer.current)
    const next = running.current.then(save)
    running.current = next
    return next
  }

  /** Does nothing if the form was changed while the save ran. */
  function showSaved(says: (time: string) => string) {
    if (!isUnsaved.current) setStatus(says(timeOfDay.format(new Date())))
  }

  async function autosave(): Promise<void> {
    const form = formRef.current
    if (!form || !isUnsaved.current) return
    const draft = readDraft(form)
    if (isPublic(draft)) return
    if (Object.keys(findArticleErrors(draft)).length > 0)
      return setStatus(contentText.draftIncomplete)
    try {
      await send(form, draft)
      showSaved(contentText.draftSaved)
    } catch (error) {
      setStatus(contentText.draftUnsaved(toUserMessage(error) ?? contentText.textStays))
    }
  }

  const { isPending, onSubmit } = useSubmit((form) =>
    enqueue(async () => {
      const draft = readDraft(form)
      const found = findArticleErrors(draft)
      setFaults(found)
      if (Object.keys(found).length > 0) return focusFirstInvalid(form)
      try {
        await send(form, draft)
        showSaved(contentText.savedAt)
        toast.done(contentText.saved)
      } catch (error) {
        const reason = toUserMessage(error) ?? contentText.textStays
        setStatus(contentText.articleUnsaved(reason))
        toast.failed(contentText.saveFailed, reason)
        if (error instanceof ApiError && error.field === 'slug') {
          setFaults({ slug: reason })
          focusFirstInvalid(form)
        }
      }
    }),
  )

  function noteChange() {
    isUnsaved.current = true
    const form = formRef.current
    if (form) {
      const draft = readDraft(form)
      setFaults((before) => dropMended(before, findArticleErrors(draft)))
      setStatus(isPublic(draft) ? contentText.unsavedArticle : contentText.unsavedDraft)
    }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void enqueue(autosave), autosaveDelayMs)
  }

  function discardChanges() {
    isUnsaved.current = false
    clearTimeout(timer.current)
  }

  return {
    discardChanges,
    formRef,
    isUnsaved,
    isPending,
    onSubmit,
    noteChange,
    status,
    isConflict,
    faults,
    saved: shown,
    isPublic: () => formRef.current !== null && isPublic(readDraft(formRef.current)),
  }
}

/** The server describes a painted cover, and repaints one that looks like its new neighbour's. */
function showNewAlt(form: HTMLFormElement, sent: Draft, saved: Draft) {
  const field = form.elements.namedItem('featuredImageAlt')
  if (field instanceof HTMLTextAreaElement && field.value === sent.featuredImageAlt)
    field.value = saved.featuredImageAlt
}

/** The faults that are still there. New ones are shown when the article is saved. */
function dropMended(before: ArticleErrors, found: ArticleErrors): ArticleErrors {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in before))
}

/** A public article without an entered time is published at `since`: its old time, or now. */
function toDraft(form: HTMLFormElement, since: Date): Draft {
  const { authorId, publication, publishedAt, ...texts } = readFields(
    form,
    ...(['title', 'slug', 'metaDescription', 'excerpt', 'featuredImageAlt', 'content'] as const),
    ...(['authorId', 'publication', 'publishedAt'] as const),
  )
  const chosen = new FormData(form).getAll('categoryIds')
  return {
    ...texts,
    // Safe: the choices came from the server, which validates them again.
    authorId: authorId as AuthorId,
    categoryIds: chosen.map((id) => id as CategoryId),
    publishedAt: toPublishedAt({ isPublic: publication === 'public', entered: publishedAt }, since),
  }
}
