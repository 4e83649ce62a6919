/**
 * The key of the feature `kind:one two three`: its name in training, its number in a model;
 * `undefined` if the model does not have it.
 */
export type ToKey<Key> = (
  kind: string,
  one: string,
  two?: string,
  three?: string,
) => Key | undefined

export function toName(kind: string, one: string, two?: string, three?: string): string {
  if (two === undefined) return `${kind}:${one}`
  return three === undefined ? `${kind}:${one} ${two}` : `${kind}:${one} ${two} ${three}`
}
