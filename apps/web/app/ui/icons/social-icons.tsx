/** Logos of the networks we link to, in the current text colour. */
export function LinkedInIcon() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={20} height={20} fill="currentColor">
      <path d="M4.5 9h3.6v11.5H4.5zM6.3 3.5a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2ZM10.4 9h3.4v1.6c.6-1 1.8-1.9 3.5-1.9 3.2 0 3.8 2.1 3.8 4.9v6.9h-3.6v-6.1c0-1.5 0-3.1-1.8-3.1-1.9 0-2.1 1.4-2.1 3v6.2h-3.2z" />
    </svg>
  )
}

export function XIcon() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={20} height={20} fill="currentColor">
      <path d="M4 4h4.7l4 5.6L17.5 4H20l-6.2 7.2L20.5 20h-4.7l-4.3-6-5.2 6H3.8l6.6-7.6zm3.5 1.9 9.2 12.2h.9L8.4 5.9z" />
    </svg>
  )
}

export function InstagramIcon() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
    >
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <path d="M16.4 7.6h.01" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}

export function FacebookIcon() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={20} height={20} fill="currentColor">
      <path d="M13.6 21v-7.6h2.6l.4-3.1h-3V8.4c0-.9.3-1.5 1.6-1.5h1.6V4.1C16.5 4 15.6 4 14.6 4c-2.4 0-4 1.4-4 4.1v2.2H8v3.1h2.6V21z" />
    </svg>
  )
}

export function RedditIcon() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    >
      <ellipse cx="12" cy="14" rx="7.5" ry="5.5" />
      <path d="M12 8.5l1-4.5 3.5.8M9.5 16.2c1.5 1 3.5 1 5 0M9.3 13h.01M14.7 13h.01" />
      <circle cx="17.8" cy="5" r="1.3" />
    </svg>
  )
}
