import { loadContentChoices, uploadHint } from '@doorman/contract/content'
import {
  removeAuthorPicture,
  uploadAuthorPicturePath,
  type AuthorEntry,
} from '@doorman/contract/content-names'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { toInitial } from '../../lib/format.ts'
import { Avatar } from '../../ui/basics/avatar.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { contentText } from './content-text.ts'
import { acceptedPictures, uploadPicture } from './upload-picture.ts'

export function Portrait({ author }: { author: AuthorEntry }) {
  return author.image === null ? (
    <Avatar letter={toInitial(author.name)} />
  ) : (
    <img src={author.image} alt="" width={32} height={32} className="size-8 rounded-full" />
  )
}

/** An author’s picture in their dialog. It is saved at once, apart from the names below it. */
export function AuthorPicture({ author }: { author: AuthorEntry }) {
  const [outcome, setOutcome] = useState('')
  const run = async (change: () => Promise<unknown>, done: string) => {
    try {
      await change()
      await refetch(loadContentChoices)
      setOutcome(done)
    } catch (error) {
      setOutcome(toUserMessage(error) ?? contentText.pictureFailed)
    }
  }
  const upload = useSubmit((form) =>
    run(() => uploadPicture(uploadAuthorPicturePath(author.id), form), contentText.portraitSaved),
  )
  const removal = useSubmit(() =>
    run(() => call(removeAuthorPicture, { id: author.id }), contentText.portraitRemoved),
  )
  return (
    <section aria-label="Picture" className="mb-5 grid gap-3">
      <form
        method="post"
        noValidate
        onSubmit={upload.onSubmit}
        className="flex flex-wrap items-end gap-3"
      >
        <div className="min-w-48 grow">
          <Field label="Picture" hint={uploadHint}>
            {(control) => <Input {...control} type="file" name="file" accept={acceptedPictures} />}
          </Field>
        </div>
        <Button type="submit" variant="secondary" isPending={upload.isPending}>
          Upload
        </Button>
      </form>
      {author.image !== null && (
        <form method="post" onSubmit={removal.onSubmit} className="flex items-center gap-3">
          <Portrait author={author} />
          <Button type="submit" variant="ghost" size="small" isPending={removal.isPending}>
            Remove picture
          </Button>
        </form>
      )}
      <p role="status" className="text-sm text-muted-fg empty:hidden">
        {outcome}
      </p>
    </section>
  )
}
