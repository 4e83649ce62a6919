import type { PictureId } from '@doorman/domain/ids'
import { coverFormats, coverWidths, socialSize, toPicturePath } from '@doorman/domain/picture'
import { Mark } from '../../ui/mark.tsx'

/** An article's picture in the size and format that the browser likes best. */
export function Cover({
  id,
  alt,
  sizes,
  isFirst = false,
}: {
  /** Null while it is being painted. */
  id: PictureId | null
  alt: string
  /** How wide it is shown, as `sizes` says it. */
  sizes: string
  /** On the screen at once, so that it is not left for later. */
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
