import { site } from '@doorman/content/site'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'

export function FinalCall() {
  const { title, text, action } = site.finalCall
  return (
    <section
      aria-labelledby="final-call-title"
      className="screen-only border-b-2 border-primary px-4 pt-6 pb-18 text-center md:pb-28"
    >
      <h2 id="final-call-title" className="text-4xl font-semibold md:text-5xl">
        {title}
      </h2>
      <p className="mt-3 text-xl text-muted-fg">{text}</p>
      <div className="mt-8">
        <Button asChild size="large">
          <a href={paths.register}>{action}</a>
        </Button>
      </div>
      <p className="mt-4 text-sm text-muted-fg">{site.hero.note}</p>
    </section>
  )
}
