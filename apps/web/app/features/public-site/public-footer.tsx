import { productName } from '@doorman/domain/brand'
import { formatCopyrightYears } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Brand } from '../../ui/basics/brand.tsx'

const columns = [
  {
    title: 'Product',
    links: [
      { label: 'How It Works', href: paths.section('how-it-works') },
      { label: 'Features', href: paths.section('features') },
      { label: 'Privacy layers', href: paths.section('privacy') },
      { label: 'Pricing', href: paths.section('pricing') },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: paths.section('about') },
      { label: 'The Inbox Defender', href: paths.blog },
      { label: 'Accuracy', href: paths.accuracy },
      { label: 'Help', href: paths.faq },
      { label: 'Contact', href: paths.contact },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy Policy', href: paths.privacyPolicy },
      { label: 'Terms of Service', href: paths.termsOfService },
    ],
  },
] as const

export function PublicFooter({ year }: { year: number }) {
  return (
    <footer className="screen-only border-t border-border text-sm">
      <div className="mx-auto grid max-w-[72rem] grid-cols-2 gap-x-4 gap-y-6 px-4 py-8 min-[22.5rem]:grid-cols-3 md:gap-10 md:px-8 md:py-10 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
        <div className="col-span-full lg:col-span-1">
          <Brand />
          <p className="mt-3 text-muted-fg">
            © {formatCopyrightYears(year)} {productName}
          </p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="font-medium">{title}</p>
            <ul className="mt-2">
              {links.map(({ label, href }) => (
                <li key={label}>
                  <a
                    href={href}
                    className="inline-block rounded-control py-1.5 text-muted-fg hover:text-fg hover:underline"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
