import { site } from '@doorman/content/site'
import { useRouteLoaderData, useSearchParams } from 'react-router'
import { AppPicture } from '../../features/home/app-picture.tsx'
import { ConnectionFailed } from '../../features/home/connection-failed.tsx'
import { Contact } from '../../features/home/contact.tsx'
import { Faq } from '../../features/home/faq.tsx'
import { Features } from '../../features/home/features.tsx'
import { FinalCall } from '../../features/home/final-call.tsx'
import { Founder } from '../../features/home/founder.tsx'
import { Hero } from '../../features/home/hero.tsx'
import { HowItWorks } from '../../features/home/how-it-works.tsx'
import { Notes } from '../../features/home/notes.tsx'
import { Pricing } from '../../features/home/pricing.tsx'
import { PrivacyLayers } from '../../features/home/privacy-layers.tsx'
import { Section } from '../../features/home/section.tsx'
import { toStructuredData } from '../../features/home/structured-data.ts'
import { Testimonials } from '../../features/home/testimonials.tsx'
import { TimeWasted } from '../../features/home/time-wasted.tsx'
import { UnknownCallers } from '../../features/home/unknown-callers.tsx'
import { TryIt } from '../../features/try-it/try-it.tsx'
import { publicMeta, toOrigin } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/home.ts'
import type { loader as layoutLoader } from './layout.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...publicMeta(matches, paths.home, site.hero.title.replace(/\.$/, ''), site.description),
  ...toStructuredData(toOrigin(matches)).map((data) => ({ 'script:ld+json': data })),
]

export default function HomePage() {
  const error = useSearchParams()[0].get('error')
  const layout = useRouteLoaderData<typeof layoutLoader>('routes/public/layout')
  return (
    <div className="landing">
      {error !== null && (
        <ConnectionFailed error={error} isSignedIn={layout?.isSignedIn ?? false} />
      )}
      <Hero />
      <AppPicture />
      <HowItWorks />
      {/* The link to it skips the space above its heading, so that the verdict is in view. */}
      <Section
        id="try-it"
        title={site.tryIt.title}
        lead={site.tryIt.lead}
        band
        className="screen-only -scroll-mt-6 md:-scroll-mt-12"
      >
        <TryIt />
      </Section>
      <UnknownCallers />
      <Features />
      <Testimonials />
      <Founder />
      <PrivacyLayers />
      <TimeWasted />
      <Pricing />
      <Faq />
      <FinalCall />
      <Contact />
      <Notes />
    </div>
  )
}
