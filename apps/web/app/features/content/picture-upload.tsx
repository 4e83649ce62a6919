import { uploadHint, uploadImagePath, type UploadedImage } from '@doorman/contract/content'
import type { PostId } from '@doorman/domain/ids'
import { toUserMessage } from '../../lib/api/call.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { contentText } from './content-text.ts'
import { acceptedPictures, uploadPicture } from './upload-picture.ts'

/** Uploads a picture and adds it to the text. The server requires a description and re-encodes the file. */
export function PictureUpload({
  postId,
  onAdded,
}: {
  postId: PostId
  onAdded: (markdown: string) => void
}) {
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
      toast.done(contentText.pictureAdded.title, contentText.pictureAdded.description)
    } catch (error) {
      toast.failed(contentText.pictureFailed, toUserMessage(error))
    }
  })

  return (
    <Card title="Add a picture" description={uploadHint}>
      <form
        method="post"
        noValidate
        onSubmit={onSubmit}
        className="grid items-end gap-5 md:grid-cols-[1fr_1fr_auto]"
      >
        <Field label="Picture">
          {(control) => <Input {...control} type="file" name="file" accept={acceptedPictures} />}
        </Field>
        <Field label="What it shows">{(control) => <Input {...control} name="alt" />}</Field>
        <Button type="submit" variant="secondary" isPending={isPending}>
          Add picture
        </Button>
      </form>
    </Card>
  )
}
