/**
 * The error page quotes the request's id, by which an operator finds the failure in the logs. Only
 * the server knows it, so the page leaves a place for it.
 */
export function insertRequestId(html: string, requestId: string): string {
  return html.replace('<span id="reference">', (span) => `${span} Reference: ${requestId}`)
}
