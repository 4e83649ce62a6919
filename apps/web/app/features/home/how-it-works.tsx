import { site } from '@doorman/content/site'
import { productName } from '@doorman/domain/brand'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/basics/badge.tsx'
import { Masked } from './masked.tsx'
import { Section } from './section.tsx'

export function HowItWorks() {
  const { title, lead, steps } = site.howItWorks
  const pictures = [<MaskedLine key={0} />, <Score key={1} />, <Cleared key={2} />]
  return (
    <Section id="how-it-works" title={title} lead={lead}>
      <ol className="grid gap-12 md:grid-cols-3 md:gap-0">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className="border-t-2 border-border pt-6 first:border-primary md:pe-10"
          >
            <Picture>{pictures[index]}</Picture>
            <h3 className="mt-6 text-lg font-semibold">
              <span className="me-2 text-primary tabular-nums">{index + 1}</span>
              {step.title}
            </h3>
            <p className="mt-2 text-pretty text-muted-fg">{step.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden className="grid h-24 content-center text-sm">
      {children}
    </div>
  )
}

function MaskedLine() {
  return (
    <p className="font-mono leading-7 text-muted-fg">
      Call me on <Masked>▇▇▇ ▇▇▇▇</Masked>
      <br />
      or at <Masked>▇▇▇▇@▇▇▇▇▇</Masked>
    </p>
  )
}

function Score() {
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between text-cold">
        <span>asks for a call, no prior thread</span>
        <Badge tone="cold">98%</Badge>
      </div>
      <div className="h-1.5 overflow-hidden rounded-full bg-muted">
        <div className="h-full w-[98%] bg-cold" />
      </div>
    </div>
  )
}

function Cleared() {
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-3 font-medium">
        <span className="size-2 rounded-full bg-primary" /> Mira Olsen
      </p>
      <p className="flex items-center gap-3 font-medium">
        <span className="size-2 rounded-full bg-primary" /> Jonas, Accounting
      </p>
      <p className="mt-1 border-t border-primary pt-2 text-xs text-cold">{productName} · 4</p>
    </div>
  )
}
