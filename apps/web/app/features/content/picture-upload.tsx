import {
  uploadHint,
  uploadImagePath,
  uploadMaxBytes,
  uploadTooLarge,
  type UploadedImage,
} from '@doorman/contract/content'
import type { PostId } from '@doorman/domain/ids'
import { readReply, toUserMessage } from '../../lib/api.ts'
import { readFields } from '../../lib/form.ts'
import { toast } from '../../lib/toast.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { contentText } from './content-text.ts'

/** Adds a picture to the text. The server demands a description and encodes the file anew. */
export function PictureUpload({
  postId,
  onAdded,
}: {
  postId: PostId
  onAdded: (markdown: string) => void
}) {
  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { alt } = readFields(form, 'alt')
    const file = new FormData(form).get('file')
    // The server hangs up on what is too large, and its answer may not arrive.
    if (file instanceof File && file.size > uploadMaxBytes)
      return toast.failed(contentText.pictureFailed, uploadTooLarge)
    try {
      const answer = await fetch(uploadImagePath(postId, alt), {
        method: 'POST',
        ...(file instanceof File && file.size > 0 && { body: file }),
      })
      // Safe: the server parses every reply with this very schema on its way out.
      const { markdown } = (await readReply(answer)) as UploadedImage
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
          {(control) => (
            <Input
              {...control}
              type="file"
              name="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
            />
          )}
        </Field>
        <Field label="What it shows">{(control) => <Input {...control} name="alt" />}</Field>
        <Button type="submit" variant="secondary" isPending={isPending}>
          Add picture
        </Button>
      </form>
    </Card>
  )
}
