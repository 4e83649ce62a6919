import { cleanText, cut, maxTextChars } from '../clean-text.ts'
import { toElementKind, type ElementKind } from './elements.ts'
import { decodeEntities } from './entities.ts'
import { findLinkDomain, isTrackingImage, isUrlText, toShownUrl } from './links.ts'
import { readTag, type Tag } from './tag.ts'
import { createVisibilityReader } from './visibility.ts'
import { createOpenElements } from './open-elements.ts'
import { undoQuotedPrintable } from '../quoted-printable.ts'
import { createTextWriter } from './text-writer.ts'

export type HtmlTraits = {
  readonly hasTrackingPixel: boolean
  /** At most 50, in order of appearance, from links the reader can see. */
  readonly linkDomains: readonly string[]
  /** The share of the text that the reader does not see, from 0 to 1. */
  readonly hiddenTextShare: number
}

export type HtmlReading = { readonly text: string; readonly traits: HtmlTraits }

const maxHtmlChars = 1_000_000
/** Several times as many tags as the longest newsletter has. Text after that many tags is cut. */
const maxTags = 40_000
const maxLinkDomains = 50
const maxLinkTextChars = 300
const maxAltChars = 200

const anchor = toElementKind('a')
const blockquote = toElementKind('blockquote')
const image = toElementKind('img')
const item = toElementKind('li')
const lineBreak = toElementKind('br')
const ordered = toElementKind('ol')
const pre = toElementKind('pre')
const unordered = toElementKind('ul')
/** Long text is read in pieces, so that reading stops soon after the output is full. */
const pieceChars = 20_000
const maxEntityChars = 40

/** The text that a reader of the message sees. One pass over the input, without recursion. */
export function readHtml(html: string): HtmlReading {
  const input = undoQuotedPrintable(cut(html, maxHtmlChars))
  const elements = createOpenElements()
  const writer = createTextWriter(maxTextChars, () => elements.count(blockquote))
  const toVisibilityChange = createVisibilityReader()
  const linkDomains = new Set<string>()
  let hasTrackingPixel = false
  let visibleChars = 0
  let hiddenChars = 0
  let link: { readonly url: string; text: string } | null = null

  function addText(from: number, to: number): void {
    let at = from
    while (at < to && !writer.isFull()) {
      const end = Math.min(at + pieceChars, to)
      const entity = end < to ? input.lastIndexOf('&', end) : -1
      const pieceEnd = entity > at && end - entity < maxEntityChars ? entity : end
      addPiece(input.slice(at, pieceEnd))
      at = pieceEnd
    }
  }

  function addPiece(raw: string): void {
    const decoded = decodeEntities(raw)
    const text = toSingleSpaces(decoded)
    const isHidden = elements.isHidden()
    if (text !== ' ') {
      if (isHidden) hiddenChars += text.length
      else visibleChars += text.length
    }
    if (isHidden) return
    if (link && link.text.length < maxLinkTextChars) link.text += text
    if (elements.count(pre) > 0) addLines(decoded)
    else writer.write(text)
  }

  function addLines(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (writer.isFull()) return
      if (index > 0) writer.addBreak()
      writer.write(line.trimEnd())
    }
  }

  function endLink(): void {
    if (link && link.text.trim() !== '' && findLinkDomain(link.url) && !isUrlText(link.text))
      writer.write(` <${toShownUrl(link.url)}>`)
    link = null
  }

  function startLink(tag: Tag): void {
    endLink()
    const url = decodeEntities(tag.attributes.get('href') ?? '')
    const domain = findLinkDomain(url)
    if (elements.isHidden()) return
    link = { url, text: '' }
    if (domain && linkDomains.size < maxLinkDomains) linkDomains.add(domain)
  }

  function addImage(tag: Tag): void {
    const src = decodeEntities(tag.attributes.get('src') ?? '')
    hasTrackingPixel ||= isTrackingImage(tag.attributes, src)
    const alt = cut(tag.attributes.get('alt') ?? '', maxAltChars).trim()
    if (alt !== '' && !/^[\w-]+\.(?:png|jpe?g|gif|webp)$/i.test(alt)) addPiece(` ${alt} `)
  }

  function startElement(tag: Tag, kind: ElementKind): void {
    if (kind === lineBreak) writer.addBreak()
    else if (kind === image) addImage(tag)
    else if (kind.isBlock) breakAround(kind)
    if (kind.isVoid) return
    elements.open(kind, toVisibilityChange(tag))
    if (kind === anchor) startLink(tag)
    if (kind === item && !elements.isHidden())
      writer.bullet(elements.count(ordered) + elements.count(unordered))
  }

  function endElement(kind: ElementKind): void {
    if (kind === anchor) endLink()
    if (kind.isBlock) breakAround(kind)
    elements.close(kind)
  }

  function breakAround(kind: ElementKind): void {
    if (kind.isCell) writer.space()
    else writer.breakLine(kind.isSpaced ? 2 : 1)
  }

  let textStart = 0
  let at = 0
  let tags = 0
  while (!writer.isFull() && tags < maxTags) {
    const open = input.indexOf('<', at)
    const markup = open < 0 ? 'end' : toMarkup(input, open)
    if (markup === 'text') {
      at = open + 1
      continue
    }
    const textEnd = open < 0 ? input.length : open
    if (textEnd > textStart) addText(textStart, textEnd)
    if (markup === 'end') break
    if (markup === 'tag') {
      const tag = readTag(input, open)
      if (!tag) break
      tags++
      at = tag.end
      const kind = toElementKind(tag.name)
      if (tag.isEnd) endElement(kind)
      else if (kind.isDropped) at = findEndOf(input, tag)
      else startElement(tag, kind)
    } else at = markup === 'comment' ? findCommentEnd(input, open) : findDeclarationEnd(input, open)
    textStart = at
  }
  endLink()

  const allChars = visibleChars + hiddenChars
  return {
    text: cleanText(writer.toText()).trim(),
    traits: {
      hasTrackingPixel,
      linkDomains: [...linkDomains],
      hiddenTextShare: allChars === 0 ? 0 : hiddenChars / allChars,
    },
  }
}

type Markup = 'text' | 'tag' | 'comment' | 'declaration'

function toMarkup(html: string, open: number): Markup {
  const next = html.charCodeAt(open + 1)
  if (isLetter(next)) return 'tag'
  if (next === 0x2f) return isLetter(html.charCodeAt(open + 2)) ? 'tag' : 'declaration'
  if (next === 0x3f) return 'declaration'
  if (next !== 0x21) return 'text'
  return html.startsWith('--', open + 2) ? 'comment' : 'declaration'
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function findDeclarationEnd(html: string, open: number): number {
  const end = html.indexOf('>', open)
  return end < 0 ? html.length : end + 1
}

function findCommentEnd(html: string, open: number): number {
  if (html.startsWith('>', open + 4)) return open + 5
  const end = html.indexOf('-->', open + 2)
  return end < 0 ? html.length : end + '-->'.length
}

/**
 * The end of the content of a dropped element. As in browsers, that is the end of the input if the
 * end tag is missing.
 */
function findEndOf(html: string, tag: Tag): number {
  const endTag = new RegExp(`</${tag.name}`, 'gi')
  endTag.lastIndex = tag.end
  return endTag.test(html) ? endTag.lastIndex - tag.name.length - 2 : html.length
}

const needsCollapsing = /[^ -~]| {2}/
const invisible = /\p{Cf}|\u{34f}/gu

function toSingleSpaces(text: string): string {
  if (!needsCollapsing.test(text)) return text
  return text.replace(invisible, '').replace(/\s{2,}|[^\S ]/g, ' ')
}
