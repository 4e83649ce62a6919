/** Elements that need single keys themselves. */
const keyConsumers = 'input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]'
const openLayers = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu]'

/** Whether a key press belongs to something else: a field that is typed in, a dialog or a menu. */
export function isKeyTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(keyConsumers) !== null
  return defaultPrevented || isTyping || isLayerOpen()
}

export function isLayerOpen(): boolean {
  return document.querySelector(openLayers) !== null
}
