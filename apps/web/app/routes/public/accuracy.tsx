import { site } from '@doorman/content/site'
import card from '../../../../../docs/model-card.md?raw'
import { ModelCard } from '../../features/model-card/model-card.tsx'
import { readCard } from '../../features/model-card/read-card.ts'
import { BackHome } from '../../features/public-site/back-home.tsx'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { publicMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { TextLink } from '../../ui/basics/text-link.tsx'
import type { Route } from './+types/accuracy.ts'

export const handle: RouteHandle = { hydration: 'never' }

const { title, description, lead, article } = site.accuracy

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, paths.accuracy, title, description)

export function loader() {
  return { blocks: readCard(card) }
}

export default function AccuracyPage({ loaderData }: Route.ComponentProps) {
  return (
    <article className="mx-auto w-full max-w-[44rem] px-4 py-12 md:px-8 md:py-16">
      <BackHome />
      <h1 className="mt-6 text-3xl font-semibold">{title}</h1>
      <p className="mt-3 text-lg text-pretty text-muted-fg">{lead}</p>
      {article && (
        <p className="mt-3 text-sm">
          <TextLink href={article.href}>{article.label}</TextLink>
        </p>
      )}
      <ModelCard blocks={loaderData.blocks} />
    </article>
  )
}
