import { toPlainText } from '@react-email/components'

// The parts of html-to-text that we use. It comes without types.
type Node = { readonly children: readonly Node[]; readonly attribs: { readonly href: string } }
type Builder = { addInline(text: string, options: { noWordTransform: boolean }): void }
type Walk = (children: readonly Node[], builder: Builder) => void

/** The text of a rendered email. The URL of a link follows its words, as in `Restore: https://…`. */
export function toText(html: string): string {
  const text = toPlainText(html, {
    formatters: { link: addLink },
    selectors: [
      { selector: 'a', format: 'link' },
      { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2 } },
      { selector: 'h2', options: { uppercase: false, leadingLineBreaks: 3 } },
      { selector: 'table.columns', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      { selector: 'ul', options: { itemPrefix: '- ' } },
    ],
  })
  return `${text.trim()}\n`
}

function addLink(link: Node, walk: Walk, builder: Builder): void {
  walk(link.children, builder)
  builder.addInline(`: ${toVisible(link.attribs.href)}`, { noWordTransform: true })
}

function toVisible(url: string): string {
  return url.startsWith('mailto:') ? decodeURIComponent(url.slice('mailto:'.length)) : url
}
