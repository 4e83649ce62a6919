/** Something the person at the keyboard can understand and put right; shown without a stack. */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal'
}
