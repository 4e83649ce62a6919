/** The colours of the web app, in light and dark. */
export const light = {
  page: '#f1f4f7',
  card: '#ffffff',
  ink: '#131922',
  quiet: '#575e69',
  line: '#dee2e7',
  mint: '#007852',
  onMint: '#ffffff',
}
export const dark: typeof light = {
  page: '#0c0f16',
  card: '#13171f',
  ink: '#edf0f4',
  quiet: '#a2aab5',
  line: '#2b313a',
  mint: '#41dca5',
  onMint: '#062117',
}

/**
 * Dark theme and small screens. Mail programs that drop it show the inline styles, which are the
 * light theme. It needs `!important`, because inline styles would win otherwise.
 */
export const styleSheet = `
:root { color-scheme: light dark }
@media (max-width: 480px) {
  .edge { padding: 16px 12px !important }
  .inside { padding: 24px 20px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.page} !important }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important }
  .ink { color: ${dark.ink} !important }
  .quiet { color: ${dark.quiet} !important }
  .mint { color: ${dark.mint} !important }
  .line { border-color: ${dark.line} !important }
  .button, .bar { background-color: ${dark.mint} !important }
  .button { color: ${dark.onMint} !important }
}
`

export const font = "'Geist', 'Helvetica Neue', Helvetica, Arial, sans-serif"
/** Words without a break, such as addresses and URLs, must not widen the column. */
export const breakAnywhere = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const
