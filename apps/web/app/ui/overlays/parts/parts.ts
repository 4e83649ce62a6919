// All overlays that need Radix, in one chunk, which `use-parts.ts` loads on demand.
export { DialogPanel } from './dialog-panel.tsx'
export { Menu, MenuItem, MenuLine, MenuNote } from './menu.tsx'
export { SheetPanel } from './sheet-panel.tsx'
export { ToastRegion } from './toast-region.tsx'
