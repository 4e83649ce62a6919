import { Brand } from '../../ui/basics/brand.tsx'
import { FormParts } from './form-parts.tsx'
import { OverlayParts } from './overlay-parts.tsx'
import { SurfaceParts } from './surface-parts.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Every component of `ui/` in every state, for looking at and for testing. */
export function Gallery() {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-4xl grid-cols-1 gap-10 px-4 py-10 md:px-8"
    >
      <header className="flex items-center justify-between gap-4">
        <div>
          <Brand />
          <h1 className="mt-2 text-2xl font-semibold">Gallery</h1>
        </div>
        <ThemeSwitch />
      </header>
      <FormParts />
      <OverlayParts />
      <SurfaceParts />
    </main>
  )
}
