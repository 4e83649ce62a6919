import { productName } from '@doorman/domain/brand'
import { Button, Container, Heading, Html, Preview, Section } from '@react-email/components'
import type { Unsubscribe } from '../notify.ts'
import { Paragraph, SmallPrint, TextLink } from './parts.tsx'
import type { Template } from './template.ts'
import { breakAnywhere, light, font, styleSheet } from './theme.ts'
import { UnsubscribeNote } from './unsubscribe-note.tsx'

/** The layout of all our emails: one column with one button. */
export function EmailLayout({
  template: { subject, preview, title, body, action, footnote },
  unsubscribe,
}: {
  readonly template: Template
  readonly unsubscribe: Unsubscribe | undefined
}) {
  return (
    <Html lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Apple Mail must not turn dates, numbers and words of strangers into links. */}
        <meta
          name="format-detection"
          content="telephone=no, date=no, address=no, email=no, url=no"
        />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </head>
      <body className="page" style={{ backgroundColor: light.page, margin: 0, padding: 0 }}>
        <Preview>{preview}</Preview>
        <Section className="page" style={{ backgroundColor: light.page, fontFamily: font }}>
          <Container style={{ maxWidth: '600px' }}>
            <div className="edge" style={{ padding: '32px 24px' }}>
              <Paragraph style={{ fontSize: '18px', fontWeight: 700, letterSpacing: '-0.01em' }}>
                {productName}
              </Paragraph>
              <div
                className="card inside"
                style={{
                  backgroundColor: light.card,
                  border: `1px solid ${light.line}`,
                  borderRadius: '12px',
                  padding: '32px',
                }}
              >
                <Heading
                  as="h1"
                  className="ink"
                  style={{
                    color: light.ink,
                    fontSize: '24px',
                    letterSpacing: '-0.02em',
                    lineHeight: '32px',
                    margin: '0 0 16px',
                    ...breakAnywhere,
                  }}
                >
                  {title}
                </Heading>
                {body}
                <ActionButton action={action} />
              </div>
              <div style={{ padding: '16px 4px 0' }}>
                {footnote !== undefined && <SmallPrint>{footnote}</SmallPrint>}
                {unsubscribe && <UnsubscribeNote unsubscribe={unsubscribe} />}
              </div>
            </div>
          </Container>
        </Section>
      </body>
    </Html>
  )
}

function ActionButton({ action: { label, url, showsUrl } }: { action: Template['action'] }) {
  return (
    <>
      <div style={{ padding: '8px 0 0' }}>
        <Button
          href={url}
          className="button"
          style={{
            backgroundColor: light.mint,
            borderRadius: '8px',
            color: light.onMint,
            fontSize: '16px',
            fontWeight: 600,
            padding: '14px 24px',
          }}
        >
          {label}
        </Button>
      </div>
      {showsUrl && (
        <div data-skip-in-text="true">
          <SmallPrint style={{ margin: '24px 0 0' }}>
            Or open this link: <TextLink url={url}>{url}</TextLink>
          </SmallPrint>
        </div>
      )}
    </>
  )
}
