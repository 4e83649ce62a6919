import { deleteContent, listContent, restoreContent } from '@doorman/contract/content'
import type { PostId } from '@doorman/domain/ids'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { contentText } from './content-text.ts'

/** Deletes an article; its toast offers to undo that. Returns whether it is deleted. */
export async function deleteArticle(id: PostId): Promise<boolean> {
  try {
    await call(deleteContent, { id })
  } catch (error) {
    toast.failed(contentText.deleteFailed, toUserMessage(error))
    return false
  }
  await refetch(listContent)
  toast.done(contentText.deleted, undefined, {
    ...contentText.undo,
    onChoose: () => void restoreArticle(id),
  })
  return true
}

export async function restoreArticle(id: PostId): Promise<void> {
  try {
    await call(restoreContent, { id })
    await refetch(listContent)
    toast.done(contentText.restored)
  } catch (error) {
    toast.failed(contentText.restoreFailed, toUserMessage(error))
  }
}
