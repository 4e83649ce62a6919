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
  const { title, lead, promise } = site.tryIt

  function pick(text: string) {
    if (field.current) field.current.value = text
    judge(text)
  }

  return (
    <section
      id="try-it"
      aria-labelledby="try-it-title"
      className="screen-only border-y border-border bg-card"
    >
      <div className="mx-auto max-w-[72rem] px-4 py-18 md:px-8 md:py-28">
        <h2 id="try-it-title" className="text-3xl font-semibold md:text-4xl">
          {title}
        </h2>
        <p className="mt-4 max-w-[60ch] text-lg text-pretty text-muted-fg">{lead}</p>
        <div className="mt-10 grid gap-6 lg:grid-cols-2 lg:gap-10">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              judge(field.current?.value ?? '')
            }}
            className="grid content-start gap-4"
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
            <Textarea
              ref={field}
              id="pasted-email"
              rows={12}
              onFocus={prepare}
              placeholder="Subject: Quick question&#10;&#10;Hi, I came across your website…"
              maxLength={60_000}
              aria-describedby="pasted-email-note"
              spellCheck={false}
              autoComplete="off"
            />
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p id="pasted-email-note" className="flex items-center gap-2 text-sm text-muted-fg">
                <Lock aria-hidden className="size-4 shrink-0 text-primary" /> {promise}
              </p>
              <SubmitButton isWide={false} isPending={state.kind === 'loading'}>
                Judge it
              </SubmitButton>
            </div>
          </form>
          <JudgementView state={state} />
        </div>
      </div>
    </section>
  )
}
