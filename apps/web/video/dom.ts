export function box(className: string, ...content: (string | Element)[]): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  element.append(...content)
  return element
}

/** A line drawing on a 24 × 24 grid, like our icons. */
export function drawing(className: string, ...paths: string[]): SVGSVGElement {
  const svg = svgElement('svg', { class: className, viewBox: '0 0 24 24' })
  svg.append(...paths.map((d) => svgElement('path', { d, pathLength: '1' })))
  return svg
}

export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

type Pose = {
  readonly x?: number
  readonly y?: number
  readonly scale?: number
  readonly opacity?: number
}

export function pose(
  element: HTMLElement | SVGElement,
  { x = 0, y = 0, scale = 1, opacity = 1 }: Pose,
): void {
  element.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(4)})`
  element.style.opacity = opacity.toFixed(4)
  element.style.visibility = opacity === 0 ? 'hidden' : 'visible'
}

/** Sets how cold an element looks, from 0 to 1. `film.css` mixes colours by this share. */
export function setColdness(element: HTMLElement, share: number): void {
  element.style.setProperty('--cold-share', `${(share * 100).toFixed(1)}%`)
}
