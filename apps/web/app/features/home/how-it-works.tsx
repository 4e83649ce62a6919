import { site } from '@doorman/content/site'
import { Commercial } from './commercial.tsx'
import { contentClass, titleClass } from './section.tsx'

export function HowItWorks() {
  const { title, lead, steps } = site.howItWorks
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title">
      <div className={contentClass}>
        <div className="grid items-center gap-x-16 gap-y-5 lg:grid-cols-2">
          <div>
            <h2 id="how-it-works-title" className={titleClass}>
              {title}
            </h2>
            <p className="mt-2 text-pretty text-muted-fg md:text-lg">{lead}</p>
          </div>
          {__HAS_COMMERCIAL__ && <Commercial />}
        </div>
        <ol className="mt-4 grid gap-4 md:mt-8 md:grid-cols-3 md:gap-10">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className="border-border first:border-primary md:border-t-2 md:pt-4"
            >
              <h3 className="font-semibold md:text-lg">
                <span className="me-2 text-primary tabular-nums">{index + 1}</span>
                {step.title}
              </h3>
              <p className="mt-1 text-sm text-pretty text-muted-fg md:text-base">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
