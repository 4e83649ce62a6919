/** A user, as the first letter of their email address. */
export function Avatar({ letter }: { letter: string }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full border border-primary/40 bg-primary/10 text-sm font-medium text-primary"
    >
      {letter}
    </span>
  )
}
