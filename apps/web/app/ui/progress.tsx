/** How far something has come, in words and as a bar. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <label className="grid gap-2 text-sm">
      <span className="flex justify-between gap-4">
        {label}
        <span className="text-muted-fg tabular-nums">
          {value}/{max}
        </span>
      </span>
      <progress
        value={value}
        max={max}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-primary"
      />
    </label>
  )
}
