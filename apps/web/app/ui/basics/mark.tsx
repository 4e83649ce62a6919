/** Our logo: an envelope cut off by a horizontal line, like a door and its threshold. */
export function Mark({ size = 24 }: { size?: 20 | 24 | 32 }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d="M5 15.5V7.5A1.5 1.5 0 0 1 6.5 6h11A1.5 1.5 0 0 1 19 7.5v8M5.5 7l6.5 5.5L18.5 7" />
      <path d="M2.5 18.5h19" className="stroke-primary" />
    </svg>
  )
}
