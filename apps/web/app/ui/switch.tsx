import { Switch as RadixSwitch } from 'radix-ui'
import { useId } from 'react'

/** Something that is on or off and takes effect at once. */
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
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {description && (
          <p id={`${id}-note`} className="text-sm text-muted-fg">
            {description}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={description ? `${id}-note` : undefined}
        className="inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-input bg-muted p-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:border-primary data-[state=checked]:bg-primary"
      >
        <RadixSwitch.Thumb className="size-4.5 rounded-full bg-muted-fg transition-transform data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-primary" />
      </RadixSwitch.Root>
    </div>
  )
}
