/** Said beside what would otherwise do nothing, without a word. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="text-sm text-danger">
        This needs JavaScript, which is switched off in your browser.
      </p>
    </noscript>
  )
}
