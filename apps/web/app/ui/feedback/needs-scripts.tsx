/** Shown beside a control that does nothing without JavaScript. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="text-sm text-danger">Turn on JavaScript in your browser to use this.</p>
    </noscript>
  )
}
