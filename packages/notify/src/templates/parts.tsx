import { Heading, Link, Text } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'
import { toStrangersText } from '../strangers-text.ts'
import { breakAnywhere, light } from './theme.ts'

type Props = { readonly children: ReactNode }
type StyledProps = Props & { readonly style?: CSSProperties }

export function Paragraph({ children, style }: StyledProps) {
  return (
    <Text
      className="ink"
      style={{
        color: light.ink,
        fontSize: '16px',
        lineHeight: '24px',
        margin: '0 0 16px',
        ...breakAnywhere,
        ...style,
      }}
    >
      {children}
    </Text>
  )
}

export function SmallPrint({ children, style }: StyledProps) {
  return (
    <Text
      className="quiet"
      style={{
        color: light.quiet,
        fontSize: '14px',
        lineHeight: '20px',
        margin: '0 0 8px',
        ...breakAnywhere,
        ...style,
      }}
    >
      {children}
    </Text>
  )
}

/** Quiet words within a paragraph. */
export function Quiet({ children }: Props) {
  return (
    <span className="quiet" style={{ color: light.quiet, fontSize: '14px', lineHeight: '20px' }}>
      {children}
    </span>
  )
}

export function Subheading({ children }: Props) {
  return (
    <Heading
      as="h2"
      className="ink"
      style={{ color: light.ink, fontSize: '16px', lineHeight: '24px', margin: '24px 0 8px' }}
    >
      {children}
    </Heading>
  )
}

export function Bullets({ items }: { readonly items: readonly ReactNode[] }) {
  return (
    <ul
      className="ink"
      style={{
        color: light.ink,
        fontSize: '16px',
        lineHeight: '24px',
        margin: '0 0 16px',
        padding: '0 0 0 20px',
        ...breakAnywhere,
      }}
    >
      {items.map((item, index) => (
        <li key={index} style={{ margin: '0 0 8px' }}>
          {item}
        </li>
      ))}
    </ul>
  )
}

/** A link must be the last thing on its line, because the plain text has its URL after it. */
export function TextLink({ url, children }: Props & { readonly url: string }) {
  return (
    <Link
      href={url}
      className="mint"
      style={{ color: light.mint, textDecorationLine: 'underline' }}
    >
      {children}
    </Link>
  )
}

/** Words of a stranger. Isolated, so that Hebrew or Arabic does not reorder ours. */
export function Stranger({ text, max }: { readonly text: string; readonly max: number }) {
  return <bdi>{toStrangersText(text, max)}</bdi>
}
