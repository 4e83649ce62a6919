import type { ChangeEvent } from 'react'

/** Something to tick, in a target that a thumb can hit. */
export function Checkbox({
  label,
  checked,
  isMixed = false,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some of what it stands for is ticked. */
  isMixed?: boolean
  /** `isRange`: with the shift key, as one selects many at once. */
  onChange: (isRange: boolean) => void
}) {
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-items-center select-none md:size-9">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = isMixed && !checked
        }}
        onChange={(event) => onChange(isWithShift(event))}
        className="size-4 cursor-pointer accent-primary"
      />
    </label>
  )
}

function isWithShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}
