/** Whether the commercial had been rendered when the site was built. Set in `vite.config.ts`. */
declare const __HAS_COMMERCIAL__: boolean

/** A file as the text of one script. Made by `vite/inline-scripts.ts`. */
declare module '*?inline-script' {
  export const code: string
}
