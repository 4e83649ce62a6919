import { useId } from 'react'
import { boxClass } from './checkbox.tsx'

/** A checkbox with its label and, below it, what it means. */
export function CheckField({
  label,
  note,
  checked,
  disabled = false,
  onChange,
}: {
  label: string
  note?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label className="flex cursor-pointer items-start gap-3 text-start text-sm max-md:py-3">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        aria-labelledby={`${id}-label`}
        aria-describedby={note ? `${id}-note` : undefined}
        className={`mt-0.5 shrink-0 ${boxClass}`}
      />
      <span>
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        {note && (
          <span id={`${id}-note`} className="block text-pretty text-muted-fg">
            {note}
          </span>
        )}
      </span>
    </label>
  )
}
