import { sampleEmails } from '@doorman/content/sample-emails'
import { site } from '@doorman/content/site'
import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { JudgementView } from './judgement-view.tsx'
import { useJudge } from './use-judge.ts'

/** Lets visitors paste an email, which is judged in their own browser. */
export function TryIt() {
  // Uncontrolled, or an email pasted before hydration would be lost. It has no name, so no form sends it.
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, prepare, judge } = useJudge()

  function pick(text: string) {
    if (field.current) field.current.value = text
    judge(text)
  }

  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:gap-10">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          judge(field.current?.value ?? '')
        }}
        className="grid content-start gap-3"
      >
        <div className="flex flex-wrap gap-2">
          {sampleEmails.map(({ name, text }) => (
            <Button key={name} variant="secondary" size="small" onClick={() => pick(text)}>
              {name}
            </Button>
          ))}
        </div>
        <label htmlFor="pasted-email" className="sr-only">
          An email to judge
        </label>
        {/* Eight lines at most on phones, so that the verdict stays near. */}
        <div className="grid [&>textarea]:max-h-52 lg:[&>textarea]:max-h-96 lg:[&>textarea]:min-h-60">
          <Textarea
            ref={field}
            id="pasted-email"
            rows={5}
            onFocus={prepare}
            placeholder="Subject: Quick question&#10;&#10;Hi, I came across your website…"
            maxLength={60_000}
            aria-describedby="pasted-email-note"
            spellCheck={false}
            autoComplete="off"
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <p
            id="pasted-email-note"
            className="flex items-center gap-2 text-xs text-muted-fg sm:text-sm"
          >
            <Lock aria-hidden className="size-4 shrink-0 text-primary" /> {site.tryIt.promise}
          </p>
          <SubmitButton isWide={false} isPending={state.kind === 'loading'}>
            Judge it
          </SubmitButton>
        </div>
      </form>
      <JudgementView state={state} />
    </div>
  )
}
