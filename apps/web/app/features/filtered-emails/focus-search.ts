/** DOM id of the list's search field. */
export const searchFieldId = 'email-search'

export function focusSearch(): void {
  document.getElementById(searchFieldId)?.focus()
}
