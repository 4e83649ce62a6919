import { useId, type ReactNode } from 'react'

type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label and its control, with a hint or an error that screen readers announce with it. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: string
  error?: string | undefined
  children: (control: Control) => ReactNode
}) {
  const id = useId()
  const note = error ?? hint
  const noteId = `${id}-note`
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="justify-self-start text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p id={noteId} className={error ? 'text-sm text-danger' : 'text-sm text-muted-fg'}>
          {note}
        </p>
      )}
    </div>
  )
}
