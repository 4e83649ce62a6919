import { useId } from 'react'

/** An on/off setting that takes effect at once. */
export function Switch({
  label,
  description,
  checked,
  disabled = false,
  onChange,
}: {
  label: string
  description?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {description && (
          <p id={`${id}-note`} className="text-sm text-muted-fg">
            {description}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        aria-describedby={description ? `${id}-note` : undefined}
        className="group inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-input bg-muted p-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-checked:border-primary aria-checked:bg-primary"
      >
        <span className="size-4.5 rounded-full bg-muted-fg transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-primary forced-colors:bg-[ButtonText] forced-colors:group-aria-checked:bg-[ButtonText]" />
      </button>
    </div>
  )
}
