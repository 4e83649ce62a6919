import { productName } from '@doorman/domain/brand'
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'

const ink = '#131922'
const quiet = '#575e69'
const mint = '#007852'
const font = "'Geist', 'Helvetica Neue', Arial, sans-serif"

/** The layout of all our emails: one column, one button, and its URL in plain text below. */
export function EmailLayout({
  title,
  children,
  action,
  footnote,
}: {
  title: string
  children: ReactNode
  action: { label: string; url: string }
  footnote: string
}) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{title}</Preview>
      <Body style={{ backgroundColor: '#f1f4f7', color: ink, fontFamily: font, margin: 0 }}>
        <Container style={{ maxWidth: '520px', padding: '32px 16px' }}>
          <Text style={{ color: mint, fontSize: '14px', fontWeight: 600, margin: '0 0 16px' }}>
            {productName}
          </Text>
          <Section style={{ backgroundColor: '#ffffff', borderRadius: '10px', padding: '32px' }}>
            <Heading as="h1" style={{ fontSize: '20px', lineHeight: '28px', margin: '0 0 16px' }}>
              {title}
            </Heading>
            <Text style={{ fontSize: '16px', lineHeight: '24px', margin: '0 0 24px' }}>
              {children}
            </Text>
            <Button
              href={action.url}
              style={{
                backgroundColor: mint,
                borderRadius: '6px',
                color: '#ffffff',
                fontSize: '16px',
                fontWeight: 600,
                padding: '12px 20px',
              }}
            >
              {action.label}
            </Button>
            <Text
              style={{ color: quiet, fontSize: '14px', lineHeight: '20px', margin: '24px 0 0' }}
            >
              Or open this link:{' '}
              <Link href={action.url} style={{ color: mint, wordBreak: 'break-all' }}>
                {action.url}
              </Link>
            </Text>
          </Section>
          <Text style={{ color: quiet, fontSize: '14px', lineHeight: '20px', margin: '16px 0 0' }}>
            {footnote}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}
