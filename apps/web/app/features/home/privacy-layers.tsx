import { site } from '@doorman/content/site'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Masked } from './masked.tsx'
import { Section } from './section.tsx'

/** One email three times, showing less of it each time. */
export function PrivacyLayers() {
  const { title, layers, note } = site.privacy
  const pictures = [<Whole key={0} />, <Redacted key={1} />, <Gone key={2} />]
  return (
    <Section id="privacy" title={title} band>
      <ol className="grid gap-4 md:grid-cols-3 md:gap-6">
        {layers.map((layer, index) => (
          <li key={layer.title} className="flex flex-col">
            {pictures[index]}
            <h3 className="font-semibold md:mt-5 md:text-lg">
              <span className="me-2 text-cold tabular-nums">{index + 1}</span>
              {layer.title}
            </h3>
            <p className="mt-1 text-sm text-pretty text-muted-fg md:text-base">{layer.text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-5 max-w-[110ch] text-sm text-pretty text-muted-fg">{note}</p>
    </Section>
  )
}

function Sheet({
  label,
  isDashed = false,
  children,
}: {
  label: string
  isDashed?: boolean
  children: ReactNode
}) {
  return (
    <div
      role="img"
      aria-label={label}
      className={clsx(
        'grid h-36 content-center gap-1 rounded-card border bg-bg px-5 font-mono text-xs leading-6 max-md:hidden',
        isDashed ? 'border-dashed border-input text-muted-fg' : 'border-border',
      )}
    >
      {children}
    </div>
  )
}

function Whole() {
  return (
    <Sheet label="An email from a colleague, which we don’t touch or read">
      <p className="text-muted-fg">From: jonas@your-company.example</p>
      <p>Two invoices need your approval.</p>
      <p>4242 over $1,200, and the one from May.</p>
      <p className="font-sans text-primary">internal: skipped</p>
    </Sheet>
  )
}

function Redacted() {
  return (
    <Sheet label="An email from a stranger with the address, phone number and amount masked">
      <p className="text-muted-fg">
        From: <Masked>▇▇▇▇@▇▇▇▇▇▇</Masked>
      </p>
      <p>
        Save <Masked>$▇▇,▇▇▇</Masked> a year.
      </p>
      <p>
        Call me: <Masked>▇▇▇ ▇▇▇ ▇▇▇▇</Masked>
      </p>
      <p className="font-sans text-cold">3 things masked</p>
    </Sheet>
  )
}

function Gone() {
  return (
    <Sheet label="An empty page: nothing from the email is kept after the verdict" isDashed>
      <p>cold 98%, sales</p>
      <p>asks for a call, names clients</p>
      <p className="font-sans">content: none kept</p>
    </Sheet>
  )
}
