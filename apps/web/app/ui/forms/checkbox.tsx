import type { ChangeEvent } from 'react'

/**
 * Drawn by us, because browsers draw an unchecked box in the dark theme as grey as a disabled one. In
 * forced colours the browser's own box is clearer.
 */
export const boxClass =
  'grid size-4 cursor-pointer appearance-none place-items-center rounded-[4px] border border-input bg-bg before:size-2.5 before:bg-on-primary checked:border-primary checked:bg-primary checked:before:[clip-path:polygon(12%_46%,0_60%,38%_96%,100%_22%,86%_10%,37%_70%)] indeterminate:border-primary indeterminate:bg-primary indeterminate:before:[clip-path:inset(40%_0)] not-checked:not-indeterminate:before:hidden forced-colors:appearance-auto'

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
        className={boxClass}
      />
    </label>
  )
}

function isWithShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}
