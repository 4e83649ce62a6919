import { uploadMaxBytes, uploadTooLarge } from '@doorman/contract/content'
import { ApiError, readReply } from '../../lib/api/call.ts'
import { fetchForShownUser } from '../../lib/session/shown-user.ts'

export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/avif'

/**
 * Sends the file in a form’s field `file`. The server encodes it again, and refuses a file that
 * is not a picture.
 */
export async function uploadPicture(path: string, form: HTMLFormElement): Promise<unknown> {
  const file = new FormData(form).get('file')
  // The server closes the connection on a file that is too large, so its reply may not arrive.
  if (file instanceof File && file.size > uploadMaxBytes)
    throw new ApiError(413, '', JSON.stringify({ message: uploadTooLarge }))
  const response = await fetchForShownUser(path, {
    method: 'POST',
    ...(file instanceof File && file.size > 0 && { body: file }),
  })
  return readReply(response)
}
