import { site } from '@doorman/content/site'
import dark from './pictures/filtered-emails-dark.avif'
import darkPhone from './pictures/filtered-emails-phone-dark.avif'
import light from './pictures/filtered-emails-light.avif'
import lightPhone from './pictures/filtered-emails-phone-light.avif'

const pictures = [
  { wide: dark, phone: darkPhone, shown: 'in-data-[theme=light]:hidden' },
  { wide: light, phone: lightPhone, shown: 'in-data-[theme=dark]:hidden' },
] as const

/**
 * The app itself, photographed by `npm run screenshots`, in the visitor’s theme. The other theme’s
 * picture is lazy and has no box, so browsers don’t fetch it.
 */
export function AppPicture() {
  const { alt, caption } = site.appPicture
  return (
    <figure className="screen-only mx-auto w-full max-w-[72rem] px-4 pb-2 md:px-8">
      {pictures.map(({ wide, phone, shown }) => (
        <picture key={wide} className={shown}>
          <source media="(width < 40rem)" srcSet={phone} width={390} height={320} />
          <img
            src={wide}
            alt={alt}
            width={1280}
            height={600}
            loading="lazy"
            decoding="async"
            className="h-auto w-full rounded-hero border border-border bg-card shadow-raised"
          />
        </picture>
      ))}
      <figcaption className="mt-3 text-center text-sm text-pretty text-muted-fg max-sm:sr-only">
        {caption}
      </figcaption>
    </figure>
  )
}
