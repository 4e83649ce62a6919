import type { PictureId } from '@doorman/domain/ids'
import { coverFormats, coverWidths, socialSize, toPicturePath } from '@doorman/domain/site/picture'
import { Mark } from '../../ui/basics/mark.tsx'

/** An article's cover. The browser picks the size and format. */
export function Cover({
  id,
  alt,
  sizes,
  isFirst = false,
}: {
  /** Null until a job has rendered the cover. */
  id: PictureId | null
  alt: string
  /** The `sizes` attribute: how wide the cover is shown. */
  sizes: string
  /** In the first viewport, so loaded eagerly. */
  isFirst?: boolean
}) {
  if (!id)
    return (
      <div className="grid aspect-7/4 w-full place-items-center bg-muted text-muted-fg">
        <Mark size={32} />
      </div>
    )
  return (
    <picture>
      {coverFormats.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          sizes={sizes}
          srcSet={coverWidths
            .map((width) => `${toPicturePath(id, `${width}.${format}`)} ${width}w`)
            .join(', ')}
        />
      ))}
      <img
        src={toPicturePath(id, '768.webp')}
        alt={alt}
        width={socialSize.width}
        height={socialSize.height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className="aspect-7/4 h-auto w-full object-cover"
      />
    </picture>
  )
}
