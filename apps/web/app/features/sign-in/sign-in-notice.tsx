import type { SignInNotice as Notice } from '../../lib/session/sign-in-error.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Says why a sign-in at a provider failed. */
export function SignInNotice({ notice }: { notice: Notice | null }) {
  if (!notice) return null
  return (
    <div role={notice.tone === 'danger' ? 'alert' : 'status'} className="mb-5">
      <Banner tone={notice.tone}>{notice.sentence}</Banner>
    </div>
  )
}
