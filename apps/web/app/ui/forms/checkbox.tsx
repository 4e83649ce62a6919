import type { ChangeEvent } from 'react'

/** A checkbox with a target large enough for a thumb. */
export function Checkbox({
  label,
  checked,
  isMixed = false,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some of the items that the checkbox selects are selected. */
  isMixed?: boolean
  /** `isRange`: the shift key was down, which selects a range. */
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
