import {
  removeCover,
  uploadCoverPath,
  uploadHint,
  type EditedPost,
  type UploadedCover,
} from '@doorman/contract/content'
import { socialSize, toPicturePath } from '@doorman/domain/site/picture'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { contentText } from './content-text.ts'
import { acceptedPictures, uploadPicture } from './upload-picture.ts'
import { usePaintedCover } from './use-painted-cover.ts'

/** The article’s cover: painted by us, or uploaded. Saved at once, apart from the article’s text. */
export function CoverCard({
  post,
  onUploaded,
}: {
  post: EditedPost
  /** The description of the painted cover no longer fits. */
  onUploaded: () => void
}) {
  const [cover, setCover] = useState({
    id: post.pictureId,
    isUploaded: post.hasUploadedCover,
    isAwaited: post.pictureId === null,
  })
  const painted = usePaintedCover(post.id, { before: cover.id, isAwaited: cover.isAwaited })
  const shownId = painted ?? cover.id
  const upload = useSubmit(async (form) => {
    try {
      // Safe: the server validates every reply with this schema before sending it.
      const { pictureId } = (await uploadPicture(uploadCoverPath(post.id), form)) as UploadedCover
      setCover({ id: pictureId, isUploaded: true, isAwaited: false })
      form.reset()
      if (!cover.isUploaded) onUploaded()
      toast.done(contentText.coverSaved, contentText.coverToDescribe)
    } catch (error) {
      toast.failed(contentText.pictureFailed, toUserMessage(error))
    }
  })
  const removal = useSubmit(async () => {
    try {
      await call(removeCover, { id: post.id })
      setCover((before) => ({ ...before, isUploaded: false, isAwaited: true }))
      toast.done(contentText.coverRemoved.title, contentText.coverRemoved.description)
    } catch (error) {
      toast.failed(contentText.pictureFailed, toUserMessage(error))
    }
  })
  return (
    <Card
      title="Cover"
      description={`Painted from the title, unless you upload your own. It’s cropped to 7:4. ${uploadHint}`}
    >
      <div className="grid items-end gap-5 md:grid-cols-[14rem_1fr]">
        {shownId === null ? (
          <p
            role="status"
            className="grid aspect-7/4 place-items-center rounded-control bg-muted text-sm text-muted-fg"
          >
            Painting the cover…
          </p>
        ) : (
          <img
            src={toPicturePath(shownId, '480.webp')}
            alt="The current cover"
            width={socialSize.width}
            height={socialSize.height}
            className="aspect-7/4 h-auto w-full rounded-control object-cover"
          />
        )}
        <div className="grid gap-3">
          <form
            method="post"
            noValidate
            onSubmit={upload.onSubmit}
            className="flex flex-wrap items-end gap-3"
          >
            <div className="min-w-48 grow">
              <Field label="New cover">
                {(control) => (
                  <Input {...control} type="file" name="file" accept={acceptedPictures} />
                )}
              </Field>
            </div>
            <Button type="submit" variant="secondary" isPending={upload.isPending}>
              Upload cover
            </Button>
          </form>
          {cover.isUploaded && (
            <form method="post" onSubmit={removal.onSubmit}>
              <Button type="submit" variant="ghost" size="small" isPending={removal.isPending}>
                Use a painted cover
              </Button>
            </form>
          )}
        </div>
      </div>
    </Card>
  )
}
