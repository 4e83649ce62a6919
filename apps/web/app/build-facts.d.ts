/** Whether the commercial had been rendered when the site was built. Set in `vite.config.ts`. */
declare const __HAS_COMMERCIAL__: boolean
