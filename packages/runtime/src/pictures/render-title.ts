import { blogName, productName } from '@doorman/domain/brand'
import { socialSize } from '@doorman/domain/site/picture'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import satori from 'satori'

const font = fileURLToPath(
  import.meta.resolve('@fontsource/geist/files/geist-latin-600-normal.woff'),
)

/** The title of a social picture as SVG shapes, so that painting it needs no font. */
export async function renderTitle({
  title,
  category,
}: {
  title: string
  category: string
}): Promise<string> {
  const background = 'linear-gradient(90deg, rgba(12,15,22,0.94) 45%, rgba(12,15,22,0.5))'
  const page = box(
    {
      width: '100%',
      height: '100%',
      padding: 112,
      justifyContent: 'space-between',
      backgroundImage: background,
    },
    [
      box({ color: '#41dca5', fontSize: 44 }, category),
      box(
        {
          color: '#edf0f4',
          fontSize: title.length > 45 ? 92 : 112,
          lineHeight: 1.1,
          letterSpacing: '-0.02em',
          maxWidth: 1400,
        },
        title,
      ),
      box({ color: '#a2aab5', fontSize: 40 }, `${blogName} · ${productName}`),
    ],
  )
  return satori(page, {
    ...socialSize,
    fonts: [{ name: 'Geist', data: await readFile(font), weight: 600 }],
  })
}

type Style = Readonly<Record<string, string | number>>

/** A `div` as a React element, the input format of satori. */
function box(style: Style, children: unknown) {
  const allStyles = { display: 'flex', flexDirection: 'column', boxSizing: 'border-box', ...style }
  return { type: 'div', key: null, props: { style: allStyles, children } }
}
