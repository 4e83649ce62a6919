import { uploadHint, uploadImagePath, type UploadedImage } from '@doorman/contract/content'
import type { PostId } from '@doorman/domain/ids'
import { useState } from 'react'
import { ApiError, toUserMessage } from '../../lib/api/call.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { contentText } from './content-text.ts'
import { acceptedPictures, uploadPicture } from './upload-picture.ts'

/**
 * Uploads a picture and adds it to the text, which must be saved with it. The server requires a
 * description and encodes the file again.
 */
export function PictureUpload({
  postId,
  isPublic,
  onAdded,
}: {
  postId: PostId
  /** A draft saves itself. A public article waits for its editor. */
  isPublic: () => boolean
  onAdded: (markdown: string) => void
}) {
  const [errors, setErrors] = useState<{ file?: string; alt?: string }>({})
  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { alt } = readFields(form, 'alt')
    try {
      // Safe: the server validates every reply with this schema before sending it.
      const { markdown } = (await uploadPicture(
        uploadImagePath(postId, alt),
        form,
      )) as UploadedImage
      onAdded(markdown)
      form.reset()
      setErrors({})
      const { title, toArticle, toDraft } = contentText.pictureAdded
      toast.done(title, isPublic() ? toArticle : toDraft)
    } catch (error) {
      const message = toUserMessage(error)
      const isAboutAlt = error instanceof ApiError && error.field === 'alt'
      if (message) setErrors(isAboutAlt ? { alt: message } : { file: message })
      focusFirstInvalid(form)
      toast.failed(contentText.pictureFailed, message)
    }
  })

  return (
    <Card title="Add a picture" description={uploadHint}>
      <form
        method="post"
        noValidate
        onSubmit={onSubmit}
        className="grid gap-5 md:grid-cols-[1fr_1fr_auto]"
      >
        <Field label="Picture" error={errors.file}>
          {(control) => <Input {...control} type="file" name="file" accept={acceptedPictures} />}
        </Field>
        <Field label="What it shows" error={errors.alt}>
          {(control) => <Input {...control} name="alt" />}
        </Field>
        <div className="md:pt-7">
          <Button type="submit" variant="secondary" isPending={isPending}>
            Add picture
          </Button>
        </div>
      </form>
    </Card>
  )
}
