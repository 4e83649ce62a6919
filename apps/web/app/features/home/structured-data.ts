import { site } from '@doorman/content/site'
import { productName } from '@doorman/domain/brand'
import { pricePerMonthCents } from '@doorman/domain/plans/plan'

/** Structured data for search engines: the company, the product and the FAQ. */
export function toStructuredData(origin: string) {
  const context = 'https://schema.org'
  return [
    {
      '@context': context,
      '@type': 'Organization',
      name: productName,
      url: `${origin}/`,
      logo: `${origin}/favicon.svg`,
      founder: { '@type': 'Person', name: site.founder.name },
    },
    {
      '@context': context,
      '@type': 'SoftwareApplication',
      name: productName,
      description: site.description,
      url: `${origin}/`,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      offers: [
        { '@type': 'Offer', name: 'Free Forever', price: '0', priceCurrency: 'USD' },
        {
          '@type': 'Offer',
          name: 'Pro',
          price: (pricePerMonthCents / 100).toFixed(2),
          priceCurrency: 'USD',
        },
      ],
    },
    {
      '@context': context,
      '@type': 'FAQPage',
      mainEntity: site.faq.items.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
}
