/** A key on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-control border border-border bg-muted px-1 font-sans text-xs text-muted-fg">
      {children}
    </kbd>
  )
}

/** Keys that are pressed one after the other, written as `g d`. */
export function Keys({ children }: { children: string }) {
  return (
    <span className="flex shrink-0 gap-1">
      {children.split(' ').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
