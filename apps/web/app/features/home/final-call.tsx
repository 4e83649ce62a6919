import { site } from '@doorman/content/site'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'

export function FinalCall() {
  const { title, text, action } = site.finalCall
  return (
    <section
      aria-labelledby="final-call-title"
      className="screen-only border-b-2 border-primary px-4 py-8 text-center md:py-10"
    >
      <h2 id="final-call-title" className="text-3xl font-semibold sm:text-4xl">
        {title}
      </h2>
      <p className="mt-2 text-lg text-muted-fg">{text}</p>
      <div className="mt-6">
        <Button asChild size="large">
          <a href={paths.register}>{action}</a>
        </Button>
      </div>
      <p className="mt-3 text-sm text-muted-fg">{site.hero.note}</p>
    </section>
  )
}
