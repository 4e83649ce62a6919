import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useHydrated } from '../../lib/hydration/use-hydrated.ts'
import { Field } from './field.tsx'
import { inputClass } from './input.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'autoComplete'> & {
  label: string
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  hint?: string
}

/** A password input with a button that shows the password. */
export function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const isHydrated = useHydrated()
  return (
    <Field label={label} error={error} {...(hint && { hint })}>
      {(control) => (
        <div className="relative">
          <input
            type={isShown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={`${inputClass} pe-12`}
            {...input}
            {...control}
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            disabled={!isHydrated}
            data-quiet={isHydrated ? undefined : ''}
            suppressHydrationWarning
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-muted-fg hover:text-fg focus-visible:-outline-offset-2 md:w-9"
          >
            {isShown ? (
              <EyeOff aria-hidden className="size-4" />
            ) : (
              <Eye aria-hidden className="size-4" />
            )}
          </button>
        </div>
      )}
    </Field>
  )
}
