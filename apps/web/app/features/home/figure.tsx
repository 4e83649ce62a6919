import { site } from '@doorman/content/site'
import type { Claim } from '@doorman/content/site-shape'
import { toMark } from './footnotes.ts'

/** A claim's figure with the mark of its footnote. */
export function Figure({ claim }: { claim: Claim }) {
  const mark = toMark(site.claims, claim)
  return (
    <>
      <span>{claim.figure}</span>
      <a
        href={`#note-${mark}`}
        aria-label={`Note ${mark}: how we measure “${claim.label}”`}
        className="screen-only ms-0.5 inline-block min-w-6 rounded-control px-1 align-super text-xs leading-6 font-normal text-muted-fg hover:text-fg"
      >
        {mark}
      </a>
    </>
  )
}
