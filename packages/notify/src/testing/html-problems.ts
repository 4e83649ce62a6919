import { parse, type DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

const voidElements = new Set(['br', 'meta'])

/**
 * What an HTML parser has to repair. It closes and adds elements where the nesting is wrong, such
 * as a table in a paragraph.
 */
export function findHtmlProblems(source: string): string[] {
  const problems: string[] = []
  const document = parse(source, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine, startCol }) =>
      problems.push(`${code} at ${startLine}:${startCol}`),
  })
  for (const { tagName, sourceCodeLocation } of listElements(document)) {
    if (!sourceCodeLocation?.startTag) problems.push(`implied <${tagName}>`)
    else if (!sourceCodeLocation.endTag && !voidElements.has(tagName))
      problems.push(`unclosed <${tagName}>`)
  }
  if (!/<html[^>]* lang="en"/.test(source)) problems.push('no language')
  if (!/<title>[^<]+<\/title>/.test(source)) problems.push('no title')
  return problems
}

/** The classes of each element with inline colours, and which of its properties are colours. */
export function listColouredElements(
  source: string,
): { readonly classes: readonly string[]; readonly properties: readonly string[] }[] {
  return listElements(parse(source)).flatMap((element) => {
    const style = findAttribute(element, 'style')
    const properties = [...style.matchAll(/([a-z-]+):[^;]*#[0-9a-f]{3,6}/g)].map(([, name = '']) =>
      name.startsWith('border') ? 'border-color' : name,
    )
    return properties.length > 0
      ? [{ classes: findAttribute(element, 'class').split(' '), properties }]
      : []
  })
}

function findAttribute({ attrs }: Element, name: string): string {
  return attrs.find((attribute) => attribute.name === name)?.value ?? ''
}

function listElements(parent: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return parent.childNodes.flatMap((node) =>
    'tagName' in node ? [node, ...listElements(node)] : [],
  )
}
