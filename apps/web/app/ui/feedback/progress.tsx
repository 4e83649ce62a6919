/** A progress bar below its label. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <label className="grid gap-2 text-sm tabular-nums">
      {label}
      <progress
        value={value}
        max={max}
        className="h-2 w-full forced-color-adjust-none appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-primary"
      />
    </label>
  )
}
